package io.tracejoin.trace;

import io.tracejoin.trace.Preflight.Link;

/** Preflight for a terminal: one line a link, and below it what to do. */
public final class PreflightText {

  private PreflightText() {}

  /** The whole text; each line ends with a line feed. */
  public static String of(Preflight preflight) {
    StringBuilder text = new StringBuilder("trace_id=").append(preflight.traceId()).append('\n');
    preflight.links().forEach(it -> line(text, it));
    return text.append("ready=").append(preflight.ready()).append('\n').toString();
  }

  private static void line(StringBuilder text, Link link) {
    text.append("%-8s%-24s%s\n".formatted(link.state().code(), link.link().code(), link.detail()));
    String action = link.action();
    if (action != null) {
      text.append(" ".repeat(32)).append("-> ").append(action).append('\n');
    }
  }
}
