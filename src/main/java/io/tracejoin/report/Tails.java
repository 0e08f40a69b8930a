package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import io.tracejoin.statistics.Apportionment;
import io.tracejoin.statistics.TailBand;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Tail composition: what the requests around a quantile of client_total spent (semantics 8). */
final class Tails {

  /** Add up to client_total: prefill and decode are not among them, generation contains them. */
  private static final List<Measure> ADDENDS =
      List.of(
          Measure.NETWORK_ENVELOPE,
          Measure.GATEWAY,
          Measure.APP_QUEUE,
          Measure.GPU_QUEUE,
          Measure.GENERATION,
          Measure.PROVIDER_REQUEST,
          Measure.RESPONSE_WRITE,
          Measure.UNATTRIBUTED);

  private static final List<Measure> INSIDE_GENERATION = List.of(Measure.PREFILL, Measure.DECODE);

  private Tails() {}

  /** The tails of the matched successes; empty for fewer than five. */
  static Map<String, Report.Tail> of(SeriesStore store, SeriesStore.Totals totals) {
    Map<TailBand, TailBand.Ranks> ranks = ranks(pairs(totals));
    return ranks.isEmpty() ? Map.of() : of(store.bands(ranks, pairs(totals)), totals);
  }

  /** How many requests a tail is made of. */
  static long pairs(SeriesStore.Totals totals) {
    SeriesStore.Total pairs = totals.series().get(new Series(Measure.NETWORK_ENVELOPE, null));
    return pairs == null ? 0 : pairs.n();
  }

  /** The bands of so many requests; empty for fewer than five. */
  static Map<TailBand, TailBand.Ranks> ranks(long pairs) {
    Map<TailBand, TailBand.Ranks> ranks = new EnumMap<>(TailBand.class);
    TailBand.all().forEach(band -> band.ranks(pairs).ifPresent(found -> ranks.put(band, found)));
    return ranks;
  }

  /** The tails of bands that were added up. */
  static Map<String, Report.Tail> of(Map<TailBand, BandSums> bands, SeriesStore.Totals totals) {
    Map<String, Report.Tail> tails = new LinkedHashMap<>();
    bands.forEach((band, sums) -> tails.put(name(band), tail(sums, totals.series().keySet())));
    return tails;
  }

  private static String name(TailBand band) {
    return band.name().toLowerCase(Locale.ROOT);
  }

  private static Report.Tail tail(BandSums band, Set<Series> known) {
    List<Measure> parts = ADDENDS.stream().filter(it -> isKnown(it, known)).toList();
    List<Long> sums = parts.stream().map(it -> band.parts().getOrDefault(it, 0L)).toList();
    List<Long> means = Apportionment.means(sums, band.size());
    Map<String, BigDecimal> meanMs = new LinkedHashMap<>();
    for (int i = 0; i < parts.size(); i++) {
      meanMs.put(parts.get(i).code(), Decimals.ms(means.get(i)));
    }
    return new Report.Tail(
        band.size(),
        Decimals.ms(means.stream().mapToLong(Long::longValue).sum()),
        Decimals.ms(band.quantileNanos()),
        meanMs,
        insideGeneration(band, known),
        unknown(band, known));
  }

  private static Map<String, BigDecimal> insideGeneration(BandSums band, Set<Series> known) {
    Map<String, BigDecimal> means = new LinkedHashMap<>();
    INSIDE_GENERATION.stream()
        .filter(it -> isKnown(it, known))
        .forEach(
            it -> {
              long sum = band.parts().getOrDefault(it, 0L);
              means.put(it.code(), Decimals.ms(Apportionment.mean(sum, band.size())));
            });
    return means;
  }

  private static Map<String, Long> unknown(BandSums band, Set<Series> known) {
    Map<String, Long> unknown = new LinkedHashMap<>();
    band.unknown()
        .forEach(
            (part, lacking) -> {
              if (lacking > 0 && isKnown(part, known)) {
                unknown.put(part.code(), lacking);
              }
            });
    return unknown;
  }

  private static boolean isKnown(Measure measure, Set<Series> known) {
    return known.contains(new Series(measure, null));
  }
}
