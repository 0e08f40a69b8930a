package io.tracejoin.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Means that add up as printed: sums are divided by one size and rounded so that the rounded means
 * add up to the rounded mean of the total (largest remainder).
 */
public final class Apportionment {

  private Apportionment() {}

  /** The mean, rounded half up to a whole unit. */
  public static long mean(long sum, long size) {
    long floor = Math.floorDiv(sum, size);
    return 2 * Math.floorMod(sum, size) >= size ? floor + 1 : floor;
  }

  /**
   * The means of the parts, in their order. Their sum is {@link #mean} of the sum of the parts;
   * each is less than one unit away from its own mean. Equal remainders: the earlier part gets the
   * unit.
   *
   * @param size at least 1
   */
  public static List<Long> means(List<Long> sums, long size) {
    List<Long> means = new ArrayList<>();
    sums.forEach(sum -> means.add(Math.floorDiv(sum, size)));
    long total = sums.stream().mapToLong(Long::longValue).sum();
    long left = mean(total, size) - means.stream().mapToLong(Long::longValue).sum();
    IntStream.range(0, sums.size())
        .boxed()
        .sorted(Comparator.comparing(i -> -Math.floorMod(sums.get(i), size)))
        .limit(left)
        .forEach(i -> means.set(i, means.get(i) + 1));
    return List.copyOf(means);
  }
}
