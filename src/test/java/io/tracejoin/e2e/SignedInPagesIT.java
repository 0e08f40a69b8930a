package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;

/** The pages of a service that asks for a token, in a real browser. */
@ServiceTest
@TestPropertySource(
    properties = "tracejoin.security.bootstrap-token=" + SignedInPagesIT.ADMINISTRATOR)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SignedInPagesIT {

  static final String ADMINISTRATOR = "bootstrap-token-of-the-signed-in-pages-test";

  private final Browsing browser;

  SignedInPagesIT(@LocalServerPort int rest) {
    Optional<Path> executable = Browsing.executable();
    Assumptions.assumeTrue(executable.isPresent(), "no browser on this machine");
    browser = Browsing.of(executable.orElseThrow(), rest);
  }

  @AfterAll
  void close() {
    browser.close();
  }

  @Test
  void aVisitorSignsInSeesWhoHeIsAndSignsOut() {
    Page page = browser.open("/budgets");
    assertThat(page.url()).contains("/sign-in?next=%2Fbudgets");
    signIn(page);
    assertThat(page.url()).endsWith("/budgets");
    assertThat(page.textContent("#visitor")).contains("bootstrap", "Sign out");
    assertThat(Browsing.serious(page)).isEmpty();

    page.click("#visitor button");
    page.waitForSelector("#token");
    page.navigate(browser.origin() + "/");
    assertThat(page.url()).contains("/sign-in");
  }

  @Test
  void aPageWhoseSessionHasEndedLeadsToTheSignIn() {
    Page page = browser.open("/budgets/written/edit");
    signIn(page);
    page.context().clearCookies();
    page.fill("textarea", "clauses: []");
    page.waitForSelector("#checked [role=alert] a");

    page.click("#checked a");
    signIn(page);
    assertThat(page.url()).endsWith("/budgets/written/edit");
  }

  private static void signIn(Page page) {
    page.fill("#token", ADMINISTRATOR);
    page.keyboard().press("Enter");
    page.waitForSelector("main h1:has-text('udget')");
    Browsing.settle(page);
  }
}
