package io.tracejoin.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a cohort is cut: one slice for each value kept, one for the requests of which the value is
 * not known, and one for all other values, in this order.
 *
 * @param kept the values with most records
 */
public record SliceCut(SliceBy by, List<String> kept) {

  /** Values that are not kept. */
  public static final String OTHER = "__other__";

  /** Copies the list. */
  public SliceCut {
    kept = List.copyOf(kept);
  }

  /** The slices' values; null where not known. */
  List<@Nullable String> values() {
    List<@Nullable String> values = new ArrayList<>(kept);
    values.add(null);
    values.add(OTHER);
    return Collections.unmodifiableList(values);
  }

  /** How many slices there are. */
  public int size() {
    return kept.size() + 2;
  }

  /** In which of them a value is. */
  int indexOf(@Nullable String value) {
    if (value == null) {
      return kept.size();
    }
    int index = kept.indexOf(value);
    return index < 0 ? kept.size() + 1 : index;
  }
}
