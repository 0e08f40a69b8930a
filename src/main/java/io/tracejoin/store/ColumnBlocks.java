package io.tracejoin.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The blocks of send time that hold a row of a cohort, numbered as they are met. */
final class ColumnBlocks {

  /** Of a row that is not in the cohort or was not sent. */
  static final int NONE = -1;

  private final long nanos;
  private final int[] ofRow;
  private final List<Block> blocks = new ArrayList<>();
  private final Map<Block, Integer> numbers = new HashMap<>();

  /**
   * One block.
   *
   * @param generator a value of its column
   * @param index number of the stretch, from 0, since the generator's first window began
   */
  record Block(long generator, long index) {}

  ColumnBlocks(ColumnCohort cohort, long nanos) {
    this.nanos = nanos;
    this.ofRow = new int[cohort.rows()];
    int[] windows = cohort.windows().ofRows();
    long[] generators = cohort.columns().copy(RequestColumn.GENERATOR);
    long[] sent = cohort.columns().pass(RequestColumn.SENT_AT);
    Block last = new Block(ColumnFile.NULL, -1);
    int number = NONE;
    for (int i = 0; i < ofRow.length; i++) {
      if (!cohort.in(i) || sent[i] == ColumnFile.NULL) {
        ofRow[i] = NONE;
        continue;
      }
      long index = (sent[i] - cohort.windows().base(windows[i])) / nanos;
      if (index != last.index || generators[i] != last.generator) {
        last = new Block(generators[i], index);
        number = number(last);
      }
      ofRow[i] = number;
    }
  }

  private int number(Block block) {
    Integer known = numbers.putIfAbsent(block, blocks.size());
    if (known == null) {
      blocks.add(block);
      return blocks.size() - 1;
    }
    return known;
  }

  long nanos() {
    return nanos;
  }

  int size() {
    return blocks.size();
  }

  /** The number of a row's block, or {@link #NONE}. */
  int of(int row) {
    return ofRow[row];
  }

  Block block(int number) {
    return blocks.get(number);
  }

  /** The numbers by generator and time, those without a generator last. */
  List<Integer> inOrder(ColumnTerms terms) {
    Comparator<String> names = Comparator.nullsLast(ColumnTerms.ORDER);
    Comparator<Integer> byGenerator =
        (left, right) ->
            names.compare(
                terms.text(blocks.get(left).generator), terms.text(blocks.get(right).generator));
    return IntStream.range(0, blocks.size())
        .boxed()
        .sorted(byGenerator.thenComparing(it -> blocks.get(it).index))
        .toList();
  }
}
