package io.tracejoin.web;

import static java.util.stream.Collectors.joining;

import io.tracejoin.report.Selector;
import io.tracejoin.report.SliceBy;
import io.tracejoin.report.SliceDimension;
import io.tracejoin.run.RunId;
import io.tracejoin.statistics.Quantile;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/** Reads parameters; what cannot be read is a 400 that names the parameter. */
final class Parameters {

  private static final int MOST_QUANTILES = 10;

  private Parameters() {}

  static RunId run(String text) {
    try {
      return new RunId(text);
    } catch (IllegalArgumentException e) {
      throw new BadParameterException("run_id", String.valueOf(e.getMessage()));
    }
  }

  /** Decimals apart by commas. */
  static List<Quantile> quantiles(String name, String text) {
    try {
      List<Quantile> quantiles =
          Arrays.stream(text.split(",", -1)).map(String::strip).map(Quantile::of).toList();
      if (quantiles.size() > MOST_QUANTILES) {
        throw new BadParameterException(name, name + ": at most " + MOST_QUANTILES + " quantiles");
      }
      return quantiles;
    } catch (IllegalArgumentException e) {
      throw new BadParameterException(name, String.valueOf(e.getMessage()));
    }
  }

  /** The values of each parameter that is named like a dimension. */
  static Selector selector(MultiValueMap<String, String> parameters) {
    Map<SliceDimension, Set<String>> where = new EnumMap<>(SliceDimension.class);
    parameters.forEach(
        (name, values) ->
            SliceDimension.parse(name)
                .ifPresentOrElse(
                    it -> where.put(it, new TreeSet<>(values)), () -> refuseMisspelled(name)));
    return new Selector(where);
  }

  /** A filter that is not applied would show figures of other requests than were asked for. */
  private static void refuseMisspelled(String name) {
    if (!Misspelling.KNOWN.contains(name)) {
      Misspelling.of(name)
          .ifPresent(
              it -> {
                throw new BadParameterException(
                    name, name + ": no such dimension, did you mean '" + it + "'? " + dimensions());
              });
    }
  }

  private static String dimensions() {
    return "Dimensions are "
        + Arrays.stream(SliceDimension.values()).map(SliceDimension::code).collect(joining(", "));
  }

  /** What a report is cut by; null where nothing was given. */
  static @Nullable SliceBy slice(@Nullable String text) {
    return text == null
        ? null
        : SliceBy.parse(text)
            .orElseThrow(
                () ->
                    new BadParameterException(
                        "slice",
                        "slice: '"
                            + text
                            + "' is neither outcome nor a dimension. "
                            + dimensions()));
  }

  /** A constant by its lower-case name; null where nothing was given. */
  static <E extends Enum<E>> @Nullable E code(String name, Class<E> type, @Nullable String text) {
    if (text == null) {
      return null;
    }
    for (E constant : type.getEnumConstants()) {
      if (constant.name().toLowerCase(Locale.ROOT).equals(text)) {
        return constant;
      }
    }
    String known = Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT);
    throw new BadParameterException(name, name + ": '" + text + "' is none of " + known);
  }

  /** {@code true} or {@code false}. */
  static boolean flag(String name, String text) {
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    throw new BadParameterException(name, name + ": '" + text + "' is neither true nor false");
  }

  /** Milliseconds as nanoseconds; null where nothing was given. */
  static @Nullable Long nanos(String name, @Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return new BigDecimal(text).movePointRight(6).longValueExact();
    } catch (ArithmeticException | NumberFormatException e) {
      throw new BadParameterException(
          name, name + ": '" + text + "' is no number of milliseconds with up to 6 decimals");
    }
  }

  /** A whole number in a range, both ends included. */
  static long number(String name, String text, long least, long most) {
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Answered below, as a number out of range is.
    }
    throw new BadParameterException(
        name, name + ": '" + text + "' is no whole number from " + least + " to " + most);
  }
}
