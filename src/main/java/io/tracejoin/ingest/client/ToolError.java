package io.tracejoin.ingest.client;

import io.tracejoin.decompose.Outcome;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * What a tool's error amounts to. Its text is not kept: it may quote the request.
 *
 * @param status the HTTP status, or null where no response told one
 * @param code the name of the exception, or null
 */
record ToolError(Outcome outcome, @Nullable Integer status, @Nullable String code) {

  private static final int CLIENT_CLOSED_REQUEST = 499;
  private static final int LONGEST = 1_000;

  private static final Pattern STATUS = Pattern.compile("(?<![\\w.])([45]\\d\\d)(?= [A-Z])");
  private static final Pattern HTTP_ERROR = Pattern.compile("^HTTP Error ([45]\\d\\d)\\b");
  private static final Pattern NAME =
      Pattern.compile("^(?:\\w{1,64}\\.){0,8}(\\w{0,50}(?:Error|Exception|Timeout))\\b");
  private static final Pattern CANCELLED = Pattern.compile("(?i)cancel");
  private static final Pattern TIMEOUT = Pattern.compile("(?i)time[d -]{0,2}out");
  private static final Pattern BROKEN =
      Pattern.compile(
          "(?i)PayloadError|Disconnected|ConnectionReset|IncompleteRead|RemoteProtocolError"
              + "|ReadError|BrokenPipe|ChunkedEncoding|not completed|connection (was )?reset");

  /** How a request ended of which only this text is told, in any tool's form. */
  static ToolError of(String text) {
    String line = telling(text);
    Integer status = status(line);
    return status == null ? of(null, line) : of(status, line);
  }

  /**
   * How a request ended.
   *
   * @param code the tool's own number, an HTTP status for most; null if none
   * @param text the tool's own words
   */
  static ToolError of(@Nullable Integer code, String text) {
    String line = telling(text);
    if (code != null && code >= 400 && code <= 599 && code != CLIENT_CLOSED_REQUEST) {
      return new ToolError(Outcome.ofStatus(code), code, null);
    }
    boolean closed = code != null && code == CLIENT_CLOSED_REQUEST;
    return new ToolError(closed ? Outcome.CANCELLED : outcome(line), null, name(line));
  }

  private static Outcome outcome(String line) {
    if (TIMEOUT.matcher(line).find()) {
      return Outcome.TIMEOUT;
    }
    if (CANCELLED.matcher(line).find()) {
      return Outcome.CANCELLED;
    }
    return BROKEN.matcher(line).find() ? Outcome.DISCONNECTED : Outcome.ERROR;
  }

  /** A traceback ends in what happened; all else begins with it. */
  private static String telling(String text) {
    String stripped = text.strip();
    int at = stripped.startsWith("Traceback") ? stripped.lastIndexOf('\n') + 1 : 0;
    int end = stripped.indexOf('\n', at);
    String line = stripped.substring(at, end < 0 ? stripped.length() : end).strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST);
  }

  private static @Nullable Integer status(String line) {
    for (HttpStatus known : HttpStatus.values()) {
      String phrase = known.getReasonPhrase();
      if (known.isError() && (line.equals(phrase) || line.startsWith(phrase + ":"))) {
        return known.value();
      }
    }
    for (Pattern pattern : new Pattern[] {HTTP_ERROR, STATUS}) {
      Matcher told = pattern.matcher(line);
      if (told.find()) {
        return Integer.valueOf(told.group(1));
      }
    }
    return null;
  }

  private static @Nullable String name(String line) {
    Matcher name = NAME.matcher(line);
    return name.find() ? name.group(1) : null;
  }
}
