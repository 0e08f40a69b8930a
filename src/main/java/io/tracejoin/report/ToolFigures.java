package io.tracejoin.report;

import io.tracejoin.run.ToolFigure;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What tools computed themselves, and ours of the same requests.
 *
 * @param ours in nanoseconds; what is not known is absent
 */
public record ToolFigures(List<Told> told, Map<Own, BigDecimal> ours) {

  /** Copies the collections. */
  public ToolFigures {
    told = List.copyOf(told);
    ours = Map.copyOf(ours);
  }

  /**
   * A figure of a generator's file.
   *
   * @param generator empty where it has no name
   */
  public record Told(String generator, ToolFigure figure) {}

  /** Requests that a file's part tells. */
  public record Place(String generator, @Nullable Integer step) {}

  /** Our figure of those requests. */
  public record Own(Place place, String measure, String stat) {}
}
