package io.tracejoin.budget;

import io.tracejoin.statistics.Quantile;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which figure of a series, or of counts, a clause bounds.
 *
 * @param code {@code p95}, {@code mean}, {@code max}, {@code ratio}, {@code rate}, {@code count}
 * @param quantile null but for quantiles
 */
public record Statistic(String code, @Nullable Quantile quantile) {

  /** The arithmetic mean. */
  public static final Statistic MEAN = new Statistic("mean", null);

  /** The greatest value. */
  public static final Statistic MAX = new Statistic("max", null);

  private static final Pattern QUANTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,4})?)");

  /** The statistic of a latency with this name. */
  static Optional<Statistic> ofLatency(String code) {
    if (code.equals(MEAN.code)) {
      return Optional.of(MEAN);
    }
    if (code.equals(MAX.code)) {
      return Optional.of(MAX);
    }
    var matcher = QUANTILE.matcher(code);
    if (!matcher.matches() || new BigDecimal(matcher.group(1)).signum() == 0) {
      return Optional.empty();
    }
    return Optional.of(of(new Quantile(new BigDecimal(matcher.group(1)).movePointLeft(2))));
  }

  /** A quantile. */
  public static Statistic of(Quantile quantile) {
    return new Statistic(quantile.name(), quantile);
  }

  /** The one statistic that a ratio or a count has. */
  static Statistic of(Subject.Counted counted) {
    return switch (counted.unit()) {
      case "ratio" -> new Statistic("ratio", null);
      case "count" -> new Statistic("count", null);
      default -> new Statistic("rate", null);
    };
  }

  /** Whether it is the mean. */
  public boolean isMean() {
    return equals(MEAN);
  }

  /** Whether it is the greatest value. */
  public boolean isMax() {
    return equals(MAX);
  }
}
