package io.tracejoin.store;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.Reason;
import io.tracejoin.decompose.State;
import io.tracejoin.report.Cohort;
import io.tracejoin.report.MappingUse;
import io.tracejoin.report.SendRange;
import io.tracejoin.report.SliceDimension;
import io.tracejoin.report.Tally;
import io.tracejoin.report.Tally.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts of a run's requests from a scan, as {@link ReportRunData} has them. */
final class ColumnCounts {

  private static final Comparator<Map.Entry<String, Long>> MOST_FIRST =
      Map.Entry.<String, Long>comparingByValue()
          .reversed()
          .thenComparing(Map.Entry.comparingByKey(ColumnTerms.ORDER));

  private final RequestColumns columns;
  private final ColumnTerms terms;

  ColumnCounts(RequestColumns columns) {
    this.columns = columns;
    this.terms = columns.terms();
  }

  List<SendRange> sends() {
    Map<String, Range> ranges = new TreeMap<>(ColumnTerms.ORDER);
    long[] lifecycles = columns.copy(RequestColumn.LIFECYCLE);
    long[] generators = columns.copy(RequestColumn.GENERATOR);
    long[] planned = columns.copy(RequestColumn.PLANNED_AT);
    long[] sent = columns.pass(RequestColumn.SENT_AT);
    Range[] byTerm = new Range[terms.size() + 1];
    for (int i = 0; i < sent.length; i++) {
      if (lifecycles[i] == ColumnFile.NULL && sent[i] != ColumnFile.NULL) {
        int term = generators[i] == ColumnFile.NULL ? 0 : (int) generators[i] + 1;
        if (byTerm[term] == null) {
          byTerm[term] = ranges.computeIfAbsent(name(generators[i]), it -> new Range());
        }
        byTerm[term].take(sent[i], planned[i] == ColumnFile.NULL ? sent[i] : planned[i]);
      }
    }
    return ranges.entrySet().stream().map(it -> it.getValue().of(it.getKey())).toList();
  }

  private String name(long generator) {
    String text = terms.text(generator);
    return text == null ? "" : text;
  }

  /** When one generator sent. */
  private static final class Range {
    private long records;
    private long firstSend = Long.MAX_VALUE;
    private long lastSend = Long.MIN_VALUE;
    private long firstDue = Long.MAX_VALUE;
    private long lastDue = Long.MIN_VALUE;

    void take(long sent, long due) {
      records++;
      firstSend = Math.min(firstSend, sent);
      lastSend = Math.max(lastSend, sent);
      firstDue = Math.min(firstDue, due);
      lastDue = Math.max(lastDue, due);
    }

    SendRange of(String generator) {
      return new SendRange(generator, records, firstSend, lastSend, firstDue, lastDue);
    }
  }

  /** What requests are counted alike by; texts are numbers of terms. */
  private record Kind(
      Place place, long generator, int window, long outcome, long state, long reason) {}

  List<Tally> tallies(Cohort cohort) {
    Map<Kind, long[]> counts = new HashMap<>();
    ColumnWindows windows = new ColumnWindows(columns, cohort);
    byte[] places = new byte[columns.rows()];
    boolean[] completed = new boolean[columns.rows()];
    int[] ofRows = windows.ofRows();
    place(windows, ofRows, places, completed);
    long[] generators = columns.copy(RequestColumn.GENERATOR);
    long[] outcomes = columns.copy(RequestColumn.OUTCOME);
    long[] states = columns.copy(RequestColumn.STATE);
    long[] reasons = columns.pass(RequestColumn.REASON);
    Kind last = new Kind(Place.AFTER, -1, ColumnWindows.NONE, -1, -1, -1);
    long[] count = new long[2];
    for (int i = 0; i < places.length; i++) {
      boolean alike =
          last.place.ordinal() == places[i]
              && last.generator == generators[i]
              && last.window == ofRows[i]
              && last.outcome == outcomes[i]
              && last.state == states[i]
              && last.reason == reasons[i];
      if (!alike) {
        last =
            new Kind(
                Place.values()[places[i]],
                generators[i],
                ofRows[i],
                outcomes[i],
                states[i],
                reasons[i]);
        count = counts.computeIfAbsent(last, it -> new long[2]);
      }
      count[0]++;
      count[1] += completed[i] ? 1 : 0;
    }
    return counts.entrySet().stream()
        .map(it -> tally(it.getKey(), windows, it.getValue()))
        .toList();
  }

  private void place(ColumnWindows windows, int[] ofRows, byte[] places, boolean[] completed) {
    long success = terms.find(Outcome.SUCCESS.code());
    long[] sent = columns.copy(RequestColumn.SENT_AT);
    long[] lifecycles = columns.pass(RequestColumn.LIFECYCLE);
    for (int i = 0; i < places.length; i++) {
      int window = ofRows[i];
      Place place =
          lifecycles[i] != ColumnFile.NULL ? Place.SETUP_TEARDOWN : place(windows, window, sent[i]);
      places[i] = (byte) place.ordinal();
      completed[i] =
          lifecycles[i] == ColumnFile.NULL
              && sent[i] != ColumnFile.NULL
              && window != ColumnWindows.NONE;
    }
    long[] outcomes = columns.pass(RequestColumn.OUTCOME);
    for (int i = 0; i < places.length; i++) {
      completed[i] &= outcomes[i] == success;
    }
    long[] totals = columns.pass(RequestColumn.of(Measure.CLIENT_TOTAL));
    for (int i = 0; i < places.length; i++) {
      if (completed[i]) {
        int window = ofRows[i];
        completed[i] =
            totals[i] != ColumnFile.NULL
                && sent[i] + totals[i] >= windows.from(window)
                && sent[i] + totals[i] < windows.to(window);
      }
    }
  }

  private static Place place(ColumnWindows windows, int window, long sent) {
    if (sent == ColumnFile.NULL) {
      return Place.NO_SEND_TIME;
    }
    if (window == ColumnWindows.NONE
        || sent >= windows.to(window) && sent >= windows.from(window)) {
      return Place.AFTER;
    }
    return sent < windows.from(window) ? Place.BEFORE : Place.INSIDE;
  }

  private Tally tally(Kind kind, ColumnWindows windows, long[] count) {
    String reason = terms.text(kind.reason);
    return new Tally(
        kind.place,
        name(kind.generator),
        windows.scenario(kind.window),
        Outcome.parse(Objects.requireNonNull(terms.text(kind.outcome))),
        State.valueOf(upper(Objects.requireNonNull(terms.text(kind.state)))),
        reason == null ? null : Reason.valueOf(upper(reason)),
        count[0],
        count[1]);
  }

  private static String upper(String code) {
    return code.toUpperCase(Locale.ROOT);
  }

  Map<SliceDimension, Map<String, Long>> mix(ColumnCohort cohort) {
    Map<SliceDimension, Map<String, Long>> mix = new EnumMap<>(SliceDimension.class);
    for (Map.Entry<SliceDimension, RequestColumn> it :
        Map.of(
                SliceDimension.MODEL, RequestColumn.MODEL,
                SliceDimension.PROVIDER, RequestColumn.PROVIDER)
            .entrySet()) {
      Map<String, Long> counts = mostFirst(byText(it.getValue(), cohort::pair));
      if (!counts.isEmpty()) {
        mix.put(it.getKey(), counts);
      }
    }
    return mix;
  }

  Map<String, Long> anomalies() {
    Map<String, Long> counts = new HashMap<>();
    byText(RequestColumn.ANOMALIES, row -> true)
        .forEach(
            (codes, requests) ->
                Arrays.stream(codes.split(","))
                    .forEach(code -> counts.merge(code, requests, Long::sum)));
    return mostFirst(counts);
  }

  /** The groups by root service, those by mapping, and all. */
  List<RequestGroups.Group> groups(Map<Integer, MappingUse.Name> mappings) {
    long matched = terms.find(State.MATCHED.code());
    long[] states = columns.copy(RequestColumn.STATE);
    List<RequestGroups.Group> groups = new ArrayList<>();
    byText(RequestColumn.ROOT_SERVICE, row -> states[row] == matched)
        .forEach((service, requests) -> groups.add(RequestGroups.Group.of(service, requests)));
    Map<Long, Long> byMapping = new HashMap<>();
    for (long mapping : columns.pass(RequestColumn.MAPPING)) {
      byMapping.merge(mapping, 1L, Long::sum);
    }
    byMapping.forEach(
        (id, rows) ->
            groups.add(
                RequestGroups.Group.of(Objects.requireNonNull(mappings.get(id.intValue())), rows)));
    groups.add(RequestGroups.Group.all(queueUnknown(states, matched)));
    return groups;
  }

  private long queueUnknown(long[] states, long matched) {
    if (columns.empty(Measure.PROVIDER_REQUEST)) {
      return 0;
    }
    long[] calls = columns.copy(RequestColumn.of(Measure.PROVIDER_REQUEST));
    long[] queues = columns.pass(RequestColumn.of(Measure.GPU_QUEUE));
    long unknown = 0;
    for (int i = 0; i < states.length; i++) {
      boolean hidden = calls[i] != ColumnFile.NULL && queues[i] == ColumnFile.NULL;
      unknown += states[i] == matched && hidden ? 1 : 0;
    }
    return unknown;
  }

  private Map<String, Long> byText(RequestColumn column, ColumnCohort.Rows rows) {
    long[] counts = new long[terms.size()];
    long[] values = columns.pass(column);
    for (int i = 0; i < values.length; i++) {
      if (values[i] != ColumnFile.NULL && rows.have(i)) {
        counts[(int) values[i]]++;
      }
    }
    Map<String, Long> byText = new HashMap<>();
    for (int i = 0; i < counts.length; i++) {
      @Nullable String text = terms.text(i);
      if (counts[i] > 0 && text != null) {
        byText.put(text, counts[i]);
      }
    }
    return byText;
  }

  private static Map<String, Long> mostFirst(Map<String, Long> counts) {
    Map<String, Long> ordered = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(MOST_FIRST)
        .forEach(it -> ordered.put(it.getKey(), it.getValue()));
    return ordered;
  }
}
