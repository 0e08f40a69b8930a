package io.tracejoin.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a report is cut by: a dimension or the outcome. An outcome selects no requests: it would
 * take failures out of the denominators.
 *
 * @param dimension null for the outcome
 */
public record SliceBy(@Nullable SliceDimension dimension) {

  /** By outcome: every slice's figures are those of its own outcome. */
  public static final SliceBy OUTCOME = new SliceBy(null);

  /** The name in JSON and query parameters. */
  public String code() {
    return dimension == null ? "outcome" : dimension.code();
  }

  /** All of them. */
  public static List<SliceBy> all() {
    List<SliceBy> all = new ArrayList<>(List.of(OUTCOME));
    Arrays.stream(SliceDimension.values()).map(SliceBy::new).forEach(all::add);
    return all;
  }

  /** The one of that name. */
  public static Optional<SliceBy> parse(String code) {
    return all().stream().filter(it -> it.code().equals(code)).findFirst();
  }
}
