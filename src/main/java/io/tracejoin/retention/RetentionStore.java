package io.tracejoin.retention;

import io.tracejoin.report.Keepsake;
import io.tracejoin.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where raw data is removed. Ages are told by the earlier one of the service's and the database's
 * clock: one that jumps ahead removes nothing.
 */
public interface RetentionStore {

  /**
   * Does the work unless another process is at it.
   *
   * @return false where another one is
   */
  boolean alone(Runnable work);

  /**
   * Removes the days of arrival of spans that ended longer ago than this.
   *
   * @return the days that are gone now
   * @throws org.springframework.dao.DataAccessException if a long transaction holds one
   */
  List<LocalDate> removeSpans(Duration age, Instant now);

  /** Finished runs, not pinned, whose raw pairs are to be removed; the longest finished first. */
  List<RunId> expired(Expiry expiry, Instant now);

  /**
   * Stores what is kept of a run and makes its report final.
   *
   * @return false where the run was changed meanwhile: nothing is done
   */
  boolean keep(Keepsake keepsake, Instant now);

  /** Numbers of runs whose report is final and that have raw pairs nevertheless. */
  List<Integer> unswept();

  /** Removes the raw pairs of a run in small transactions. */
  void sweep(int run);

  /** Removes joined rows of traces that no record came for, as old as this. */
  void removeServerOnly(Duration age, Instant now);

  /** Removes days of arrival of client records that are empty. */
  void removeEmptyRecordDays(Instant now);

  /**
   * When raw pairs are removed: whichever comes first.
   *
   * @param age zero: never for their age
   * @param runs zero: never for their number
   */
  record Expiry(Duration age, int runs) {
    static Expiry of(Duration age, @Nullable Integer runs) {
      return new Expiry(age, runs == null ? 0 : runs);
    }
  }
}
