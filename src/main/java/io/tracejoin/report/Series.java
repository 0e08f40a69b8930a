package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.TtftKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One series of per-request values: a measure, and for times to first token the kind, since figures
 * of different kinds are never merged.
 *
 * @param kind null but for times to first token
 */
public record Series(Measure measure, @Nullable TtftKind kind) {

  /** All series, in the order in which reports print them. */
  public static final List<Series> ALL = all();

  /** The client's view of the whole. */
  public static final Series CLIENT_TOTAL = new Series(Measure.CLIENT_TOTAL, null);

  private static List<Series> all() {
    List<Series> all = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      switch (measure) {
        case CLIENT_TTFT, SERVER_TTFT, TTFT_ENVELOPE -> {
          for (TtftKind kind : TtftKind.values()) {
            all.add(new Series(measure, kind));
          }
        }
        default -> all.add(new Series(measure, null));
      }
    }
    return List.copyOf(all);
  }
}
