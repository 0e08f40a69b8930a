package io.tracejoin.ingest.client;

import java.util.ArrayList;
import java.util.List;

/**
 * Which column of k6's CSV is what, by its header: the columns of tags are the system tags that are
 * switched on.
 *
 * @param names of all columns
 * @param extraTags column of further tags, or -1
 * @param metadata column of metadata, or -1: it is there since k6 0.41
 */
record K6CsvColumns(
    List<String> names, int metric, int time, int value, int extraTags, int metadata) {

  /** Why a body whose first line is another cannot be read. */
  static final String NO_HEADER =
      "no header of k6 run --out csv: expected the columns metric_name, timestamp and"
          + " metric_value; points of --out json go with format=k6-json";

  private static final String METRIC = "metric_name";
  private static final String TIME = "timestamp";
  private static final String VALUE = "metric_value";

  K6CsvColumns {
    names = List.copyOf(names);
  }

  /** Whether the row is a header, be it in the middle where files were put together. */
  static boolean isHeader(CsvRows row) {
    for (int i = 0; i < row.fields(); i++) {
      if (row.to(i) - row.from(i) == METRIC.length() && row.text(i).equals(METRIC)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Reads the header.
   *
   * @throws IllegalArgumentException if the row is none of k6's
   */
  static K6CsvColumns of(CsvRows row) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < row.fields(); i++) {
      names.add(row.text(i));
    }
    if (!names.contains(METRIC) || !names.contains(TIME) || !names.contains(VALUE)) {
      throw new IllegalArgumentException(NO_HEADER);
    }
    return new K6CsvColumns(
        names,
        names.indexOf(METRIC),
        names.indexOf(TIME),
        names.indexOf(VALUE),
        names.indexOf("extra_tags"),
        names.indexOf("metadata"));
  }

  int count() {
    return names.size();
  }

  /** Whether the column is a tag of its own. */
  boolean isTag(int column) {
    return column != metric
        && column != time
        && column != value
        && column != extraTags
        && column != metadata;
  }
}
