package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.ContentTimes;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.decompose.TtftKind;
import org.jspecify.annotations.Nullable;

/** Makes records of the requests of one {@code vllm bench serve} result. */
final class VllmBenchRecords {

  private static final ToolError NO_OUTPUT = new ToolError(Outcome.ERROR, null, "no_output");

  private final VllmBenchRun run;
  private final RecordSink sink;
  private final UploadOptions options;
  private final long line;
  private final @Nullable Long startedAt;
  private final @Nullable Long firstStart;
  private final boolean emptyFirst;

  VllmBenchRecords(VllmBenchRun run, RecordSink sink, UploadOptions options, long line) {
    run.requireRows();
    this.run = run;
    this.sink = sink;
    this.options = options;
    this.line = line;
    this.startedAt = startedAt(run);
    this.firstStart = run.starts.least();
    this.emptyFirst = emptyFirst(run);
  }

  private static @Nullable Long startedAt(VllmBenchRun run) {
    String told = run.settings.get("tracejoin_started_at");
    if (told == null) {
      return null;
    }
    try {
      return Rfc3339.nanos(told.toCharArray(), 0, told.length());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("tracejoin_started_at: " + e.getMessage(), e);
    }
  }

  /**
   * Whether most answers open with an event of no content, such as the role's: there is one event
   * more than tokens.
   */
  private static boolean emptyFirst(VllmBenchRun run) {
    int successes = 0;
    int more = 0;
    for (int i = 0; i < run.rows(); i++) {
      Long tokens = run.outputTokens.measured(i);
      if (error(run, i) == null && tokens != null && run.countsOutput()) {
        successes++;
        more += events(run, i) > tokens ? 1 : 0;
      }
    }
    return 2 * more > successes;
  }

  private static int events(VllmBenchRun run, int row) {
    return 1 + run.gaps.count(row);
  }

  private static @Nullable ToolError error(VllmBenchRun run, int row) {
    ToolError told = row < run.errors.size() ? run.errors.get(row) : null;
    if (told != null) {
      return told;
    }
    Long tokens = run.outputTokens.at(row);
    return tokens == null || tokens == 0 ? NO_OUTPUT : null;
  }

  /**
   * Passes all on.
   *
   * @param before how many requests came before in the upload
   * @return how many there are with these
   */
  long send(long before) {
    int missing = run.made() - run.rows();
    if (missing > 0) {
      sink.note(
          missing
              + " of the "
              + run.made()
              + " requests that the result counts are not in its arrays.");
    }
    for (int i = 0; i < run.rows(); i++) {
      try {
        sink.accept(record(i, before + i + 1));
      } catch (IllegalArgumentException e) {
        sink.reject(line, "request " + (i + 1) + ": " + e.getMessage());
      }
    }
    return before + run.rows();
  }

  private ClientRecord record(int row, long position) {
    ToolError error = error(run, row);
    var record =
        new ClientRecord(
            ContentKey.NONE,
            false,
            null,
            error == null ? Outcome.SUCCESS : error.outcome(),
            error == null ? null : error.status(),
            null,
            false,
            times(row, error == null),
            labels(row, error),
            position);
    return options.keyed(record, requestId(row));
  }

  private @Nullable String requestId(int row) {
    if (!run.requestIds.isEmpty()) {
      return run.requestIds.get(row);
    }
    String prefix = run.settings.get("request_id_prefix");
    return prefix == null ? null : prefix + row;
  }

  private ClientTimes times(int row, boolean success) {
    Long ttft = run.ttfts.measured(row);
    Long sentAt = sentAt(row);
    boolean empty = success && (emptyFirst || hasMoreEventsThanTokens(row));
    ContentTimes content = ttft == null ? ContentTimes.NONE : content(row, ttft, empty);
    return new ClientTimes(
            sentAt,
            plannedAt(row, sentAt),
            success ? (Long) total(row, ttft) : null,
            ttft,
            ttft == null ? null : empty ? TtftKind.FIRST_BYTE : TtftKind.CHUNK,
            null,
            null,
            null,
            null,
            null,
            null,
            null)
        .with(content);
  }

  private boolean hasMoreEventsThanTokens(int row) {
    Long tokens = run.outputTokens.measured(row);
    return tokens != null && run.countsOutput() && events(run, row) > tokens;
  }

  /** Where more than one event is without content, nobody knows which. */
  private ContentTimes content(int row, long ttft, boolean emptyFirst) {
    Long tokens = run.outputTokens.measured(row);
    if (emptyFirst && tokens != null && events(run, row) > tokens + 1) {
      return ContentTimes.NONE;
    }
    var times = new TokenTimes.Builder(TokenTimes.Kind.CHUNK);
    if (!emptyFirst) {
      times.add(ttft);
    }
    long[] at = {ttft};
    run.gaps.forEach(row, it -> times.add(at[0] += it));
    TokenTimes built = times.build();
    return built == null ? ContentTimes.NONE : ContentTimes.of(built);
  }

  /** To the last event; the tool's own figure, where it has one, may count a later one. */
  private long total(int row, @Nullable Long ttft) {
    Long told = run.latencies.measured(row);
    long last = ttft == null ? 0 : ttft + run.gaps.sum(row);
    long total = told == null ? last : Math.max(told, last);
    if (total == 0) {
      throw new IllegalArgumentException("neither ttfts nor latencies tell a time of this success");
    }
    return total;
  }

  private @Nullable Long sentAt(int row) {
    Long start = run.starts.at(row);
    return start == null || startedAt == null || firstStart == null
        ? null
        : (Long) (startedAt + start - firstStart);
  }

  /** The wait for a free place is behind the schedule, unless all were due at once. */
  private @Nullable Long plannedAt(int row, @Nullable Long sentAt) {
    Long wait = run.queued.at(row);
    return sentAt == null || wait == null || wait < 0 || !run.isScheduled()
        ? null
        : (Long) (sentAt - wait);
  }

  private ClientLabels labels(int row, @Nullable ToolError error) {
    return new ClientLabels(
        options.generator(),
        null,
        null,
        null,
        true,
        null,
        null,
        error == null ? null : error.code(),
        ToolLabel.of(run.settings.get("model_id")),
        null,
        null,
        null,
        count(run.inputTokens.at(row)),
        error == null && run.countsOutput() ? count(run.outputTokens.measured(row)) : null,
        null);
  }

  private static @Nullable Integer count(@Nullable Long value) {
    return value == null ? null : value.intValue();
  }
}
