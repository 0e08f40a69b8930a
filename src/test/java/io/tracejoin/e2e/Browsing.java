package io.tracejoin.e2e;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.LoadState;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** A browser of the machine, and what its pages asked for and complained about. */
final class Browsing implements AutoCloseable {

  private static final int MOST_TABS = 300;

  private final Playwright playwright;
  private final Browser browser;
  private final String origin;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> refused = new CopyOnWriteArrayList<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();

  private Browsing(Path executable, String origin) {
    this.origin = origin;
    this.playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    this.browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(executable)
                    // Root has no sandbox; what is opened is our own.
                    .setArgs(List.of("--no-sandbox")));
  }

  /** Where the browser is, if the machine has one. */
  static Optional<Path> executable() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .map(it -> Path.of("/usr/bin", it))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static Browsing of(Path executable, int port) {
    return new Browsing(executable, "http://localhost:" + port);
  }

  /** A page of a desktop in the light. */
  Page open(String path) {
    return open(path, ColorScheme.LIGHT, 1280, 900);
  }

  /** A page in a context of its own, drawn to its end. */
  Page open(String path, ColorScheme scheme, int width, int height) {
    Page page = tab(scheme, width, height);
    page.navigate(origin + path);
    settle(page);
    return page;
  }

  /** The page of a run that is not finished: its network is never idle. */
  Page openLive(String path) {
    Page page = tab(ColorScheme.LIGHT, 1280, 900);
    page.navigate(origin + path);
    return page;
  }

  private Page tab(ColorScheme scheme, int width, int height) {
    BrowserContext context =
        browser.newContext(
            new Browser.NewContextOptions().setColorScheme(scheme).setViewportSize(width, height));
    Page page = context.newPage();
    page.onRequest(request -> asked.add(request.url()));
    page.onResponse(
        answer -> {
          if (answer.status() >= 400) {
            refused.add(answer.status() + " " + answer.url());
          }
        });
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error")
              && !message.text().startsWith("Failed to load resource")) {
            complaints.add(message.text());
          }
        });
    page.onPageError(complaints::add);
    return page;
  }

  /** Waits until everything that the page loads is there. */
  static void settle(Page page) {
    page.waitForLoadState(LoadState.NETWORKIDLE);
    page.waitForFunction("() => !document.querySelector('[aria-busy]')");
  }

  /** Goes with the tab key to the first link or button with this text, and presses enter. */
  static void go(Page page, String text) {
    for (int i = 0; i < MOST_TABS; i++) {
      page.keyboard().press("Tab");
      Object at = page.evaluate("() => document.activeElement?.textContent ?? ''");
      if (text.equals(at)) {
        page.keyboard().press("Enter");
        settle(page);
        return;
      }
    }
    throw new AssertionError("the tab key does not lead to '" + text + "' at " + page.url());
  }

  /** What axe-core finds on a page that is serious or critical. */
  static List<?> serious(Page page) {
    page.evaluate(axe());
    return (List<?>)
        page.evaluate(
            """
            async () => (await axe.run()).violations
              .filter((it) => ['serious', 'critical'].includes(it.impact))
              .map((it) => it.id + ': ' + it.nodes.map((node) => node.html).slice(0, 3).join(' '))
            """);
  }

  private static String axe() {
    try (InputStream script =
        Objects.requireNonNull(Browsing.class.getResourceAsStream("/axe.min.js"))) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  String origin() {
    return origin;
  }

  /** Addresses that any page asked for. */
  List<String> asked() {
    return asked;
  }

  /** Answers of 400 and above that any page got. */
  List<String> refused() {
    return refused;
  }

  /** Errors of scripts, and what the browser refused. A missing resource is none. */
  List<String> complaints() {
    return complaints;
  }

  void closePages() {
    browser.contexts().forEach(BrowserContext::close);
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
