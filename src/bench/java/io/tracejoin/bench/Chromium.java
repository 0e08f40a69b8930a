package io.tracejoin.bench;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A browser of the machine. */
final class Chromium implements AutoCloseable {

  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Path executable) {
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

  /** Starts it; the machine's own, for none is downloaded. */
  static Chromium start() throws Skipped {
    return new Chromium(
        Stream.of("chromium", "chromium-browser", "google-chrome")
            .map(it -> Path.of("/usr/bin", it))
            .filter(Files::isExecutable)
            .findFirst()
            .orElseThrow(() -> new Skipped("there is no Chromium in /usr/bin")));
  }

  /**
   * Milliseconds from the navigation to the moment when the script's expression is true, by the
   * page's own clock. Every call is a new visitor with an empty cache.
   */
  double shownAfterMs(URI address, String expression) {
    try (Page page = browser.newPage(new Browser.NewPageOptions().setViewportSize(1280, 900))) {
      page.navigate(address.toString());
      Object shown =
          page.waitForFunction(
                  "() => (" + expression + ") && performance.now()",
                  null,
                  new Page.WaitForFunctionOptions().setTimeout(120_000))
              .jsonValue();
      return ((Number) shown).doubleValue();
    }
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
