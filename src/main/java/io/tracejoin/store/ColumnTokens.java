package io.tracejoin.store;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.CachedFacts;
import io.tracejoin.report.TokenFacts;
import io.tracejoin.report.TokenFacts.Completed;
import io.tracejoin.report.Tokens;
import io.tracejoin.statistics.Quantile;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tokens of a cohort's requests, as {@link ReportTokens} has them, from a scan. */
final class ColumnTokens {

  private static final Quantile P50 = Quantile.of("0.5");
  private static final Quantile P95 = Quantile.of("0.95");

  private final ColumnCohort cohort;
  private final RequestColumns columns;

  ColumnTokens(ColumnCohort cohort) {
    this.cohort = cohort;
    this.columns = cohort.columns();
  }

  /** One side's count, else the other's, by row. */
  static long[] either(RequestColumns columns, RequestColumn client, RequestColumn server) {
    long[] tokens = columns.copy(client);
    if (!columns.empty(server)) {
      long[] counted = columns.pass(server);
      for (int i = 0; i < tokens.length; i++) {
        tokens[i] = tokens[i] == ColumnFile.NULL ? counted[i] : tokens[i];
      }
    }
    return tokens;
  }

  TokenFacts facts() {
    long[] output =
        either(columns, RequestColumn.OUTPUT_TOKENS, RequestColumn.SERVER_OUTPUT_TOKENS);
    List<Completed> completed = completed(output);
    long[] input = either(columns, RequestColumn.INPUT_TOKENS, RequestColumn.SERVER_INPUT_TOKENS);
    return new TokenFacts(
        completed,
        spread(input, RequestColumn.INPUT_TOKENS),
        spread(output, RequestColumn.OUTPUT_TOKENS),
        correlation(input, output));
  }

  /** Cached prompt tokens of the matched. */
  CachedFacts cached() {
    if (columns.empty(RequestColumn.SERVER_CACHED_TOKENS)) {
      return CachedFacts.NONE;
    }
    long[] input = either(columns, RequestColumn.SERVER_INPUT_TOKENS, RequestColumn.INPUT_TOKENS);
    long[] cached = columns.pass(RequestColumn.SERVER_CACHED_TOKENS);
    long[] known = columns.room();
    int n = 0;
    long ofCached = 0;
    long ofInput = 0;
    for (int i = 0; i < cached.length; i++) {
      if (cached[i] != ColumnFile.NULL && cohort.pair(i)) {
        known[n++] = cached[i];
        ofCached += input[i] == ColumnFile.NULL ? 0 : cached[i];
        ofInput += input[i] == ColumnFile.NULL ? 0 : input[i];
      }
    }
    Arrays.sort(known, 0, n);
    return new CachedFacts(n, ofCached, ofInput, at(known, n, P50));
  }

  /** Successes that ended in their generator's window, whenever they were sent. */
  private List<Completed> completed(long[] output) {
    ColumnWindows windows = cohort.windows();
    long[] ends = ends();
    int[] ofRows = windows.ofRows();
    Map<String, long[]> sums = new TreeMap<>(ColumnTerms.ORDER);
    for (int i = 0; i < ends.length; i++) {
      int window = ends[i] == ColumnFile.NULL ? ColumnWindows.NONE : ofRows[i];
      if (window != ColumnWindows.NONE
          && ends[i] >= windows.from(window)
          && ends[i] < windows.to(window)) {
        long[] sum = sums.computeIfAbsent(windows.name(window), it -> new long[3]);
        boolean counted = output[i] != ColumnFile.NULL;
        sum[0]++;
        sum[1] += counted ? 1 : 0;
        sum[2] += counted ? output[i] : 0;
      }
    }
    return sums.entrySet().stream()
        .map(it -> new Completed(it.getKey(), it.getValue()[0], it.getValue()[1], it.getValue()[2]))
        .toList();
  }

  private long[] ends() {
    long success = columns.terms().find(Outcome.SUCCESS.code());
    long[] ends = columns.copy(RequestColumn.SENT_AT);
    long[] totals = columns.pass(RequestColumn.of(Measure.CLIENT_TOTAL));
    for (int i = 0; i < ends.length; i++) {
      boolean known = ends[i] != ColumnFile.NULL && totals[i] != ColumnFile.NULL;
      ends[i] = known ? ends[i] + totals[i] : ColumnFile.NULL;
    }
    long[] outcomes = columns.pass(RequestColumn.OUTCOME);
    for (int i = 0; i < ends.length; i++) {
      ends[i] = outcomes[i] == success ? ends[i] : ColumnFile.NULL;
    }
    long[] lifecycles = columns.pass(RequestColumn.LIFECYCLE);
    for (int i = 0; i < ends.length; i++) {
      ends[i] = lifecycles[i] == ColumnFile.NULL ? ends[i] : ColumnFile.NULL;
    }
    return ends;
  }

  private Tokens.Spread spread(long[] tokens, RequestColumn client) {
    long[] told = columns.pass(client);
    long[] counts = columns.room();
    int n = 0;
    long byClient = 0;
    for (int i = 0; i < tokens.length; i++) {
      if (cohort.sound(i) && tokens[i] != ColumnFile.NULL) {
        counts[n++] = tokens[i];
        byClient += told[i] == ColumnFile.NULL ? 0 : 1;
      }
    }
    Arrays.sort(counts, 0, n);
    return new Tokens.Spread(
        n, byClient, at(counts, n, P50), at(counts, n, P95), n == 0 ? null : (int) counts[n - 1]);
  }

  private static @Nullable Integer at(long[] sorted, int n, Quantile quantile) {
    return n == 0 ? null : (Integer) (int) sorted[(int) quantile.rank(n) - 1];
  }

  /** Spearman's; the sums are taken as PostgreSQL's {@code corr} takes them. */
  private @Nullable Double correlation(long[] input, long[] output) {
    Map<Long, Double> ofInput = ranks(input, output);
    Map<Long, Double> ofOutput = ranks(output, input);
    Correlation sums = new Correlation();
    for (int i = 0; i < input.length; i++) {
      if (both(input, output, i)) {
        sums.add(ofInput.getOrDefault(input[i], 0.0), ofOutput.getOrDefault(output[i], 0.0));
      }
    }
    return sums.value();
  }

  private boolean both(long[] input, long[] output, int row) {
    return input[row] != ColumnFile.NULL && output[row] != ColumnFile.NULL && cohort.sound(row);
  }

  /** The rank of each count among the requests that have both; equal counts share their mean. */
  private Map<Long, Double> ranks(long[] tokens, long[] others) {
    long[] counts = columns.room();
    int n = 0;
    for (int i = 0; i < tokens.length; i++) {
      if (both(tokens, others, i)) {
        counts[n++] = tokens[i];
      }
    }
    Arrays.sort(counts, 0, n);
    Map<Long, Double> ranks = new HashMap<>();
    for (int from = 0, to = 0; from < n; from = to) {
      while (to < n && counts[to] == counts[from]) {
        to++;
      }
      ranks.put(counts[from], to - (to - from - 1) / 2.0);
    }
    return ranks;
  }

  /** Youngs and Cramer's sums of squares, which lose no digits to the mean. */
  private static final class Correlation {
    private double n;
    private double x;
    private double y;
    private double xx;
    private double yy;
    private double xy;

    void add(double newX, double newY) {
      n++;
      x += newX;
      y += newY;
      if (n > 1) {
        double offX = newX * n - x;
        double offY = newY * n - y;
        double scale = 1 / (n * (n - 1));
        xx += offX * offX * scale;
        yy += offY * offY * scale;
        xy += offX * offY * scale;
      }
    }

    @Nullable Double value() {
      return xx == 0 || yy == 0 ? null : (Double) (xy / Math.sqrt(xx * yy));
    }
  }
}
