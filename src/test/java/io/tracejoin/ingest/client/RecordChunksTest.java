package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.ContentTimes;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.ingest.client.RecordStore.Stored;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

class RecordChunksTest {

  private final List<Integer> committed = new ArrayList<>();
  private final List<String> load = new ArrayList<>();
  private final List<FutureTask<?>> alarms = new ArrayList<>();
  private final List<Runnable> underWay = new ArrayList<>();
  private boolean atOnce = true;
  private RecordStore store =
      (run, chunk) -> {
        committed.add(chunk.size());
        return new Stored(chunk.size(), 0, 0, 0);
      };
  private final RecordChunks chunks =
      new RecordChunks(
          (run, chunk) -> store.store(run, chunk),
          (run, generator, seconds) -> load.add(generator + seconds),
          7,
          new RecordChunks.Rhythm(
              3,
              Duration.ofSeconds(1),
              this::alarm,
              commit -> {
                underWay.add(commit);
                if (atOnce) {
                  commit.run();
                }
              }));

  @Test
  void commitsAFullChunkAndTheRest() {
    add(7);
    assertThat(committed).containsExactly(3, 3);
    chunks.finish();
    assertThat(committed).containsExactly(3, 3, 1);
    assertThat(chunks.stored().accepted()).isEqualTo(7);
  }

  @Test
  void readsOnWhileAChunkIsCommitted() {
    atOnce = false;
    add(5);
    assertThat(committed).isEmpty();
    assertThat(underWay).hasSize(1);
    underWay.get(0).run();
    add(1);
    assertThat(underWay).hasSize(2);
    assertThat(committed).containsExactly(3);
  }

  @Test
  void beginsNoCommitAfterOneThatFailed() {
    store = failing();
    atOnce = false;
    add(5);
    underWay.get(0).run();
    assertThatExceptionOfType(UploadFailedException.class).isThrownBy(() -> add(1));
    chunks.abandon();
    assertThat(underWay).hasSize(1);
  }

  @Test
  void anErrorOfACommitIsNotTakenForSuccess() {
    store =
        (run, chunk) -> {
          throw new OutOfMemoryError("a chunk too large");
        };
    assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> add(3));
  }

  @Test
  void commitsWhatHasWaitedLongEnoughWhileNothingArrives() {
    add(2);
    ring();
    assertThat(committed).containsExactly(2);
    assertThat(chunks.stored().accepted()).isEqualTo(2);
  }

  @Test
  void commitsEarlyWhereAnswersAreLong() {
    long[] nanos = new long[2_000_000];
    Arrays.setAll(nanos, i -> i * 100_000_000L);
    ClientTimes times =
        ClientTimes.ofTotal(1).with(ContentTimes.of(TokenTimes.of(TokenTimes.Kind.TOKEN, nanos)));
    add(1, times);
    assertThat(committed).isEmpty();
    add(1, times);
    assertThat(committed).containsExactly(2);
  }

  @Test
  void aLateAlarmDoesNotCommitTheNextChunk() {
    add(1);
    FutureTask<?> late = alarms.get(0);
    add(3);
    assertThat(late.isCancelled()).isTrue();
    assertThat(committed).containsExactly(3);
    ring();
    assertThat(committed).containsExactly(3, 1);
  }

  @Test
  void setsOneAlarmAChunk() {
    add(2);
    assertThat(alarms).hasSize(1);
    add(2);
    assertThat(alarms).hasSize(2);
  }

  @Test
  void tellsTheReaderOfAFailureInTheBackground() {
    add(3);
    store = failing();
    add(1);
    ring();
    assertThatExceptionOfType(UploadFailedException.class).isThrownBy(() -> add(1));
    assertThatExceptionOfType(UploadFailedException.class).isThrownBy(chunks::finish);
    assertThat(chunks.stored().accepted()).isEqualTo(3);
  }

  @Test
  void failsAtOnceWhereAFullChunkCannotBeCommitted() {
    store = failing();
    assertThatExceptionOfType(UploadFailedException.class)
        .isThrownBy(() -> add(3))
        .withCauseInstanceOf(DataAccessResourceFailureException.class);
  }

  @Test
  void commitsNothingAfterItWasAbandoned() {
    add(2);
    chunks.abandon();
    ring();
    chunks.finish();
    assertThat(committed).isEmpty();
  }

  @Test
  void amendsARecordThatIsNotCommittedYet() {
    ClientRecord waiting = record(1, 9);
    add(1);
    chunks.add(waiting);
    chunks.amend(waiting, record(1, 10));
    chunks.finish();
    assertThat(committed).containsExactly(2);
  }

  @Test
  void tellsACommittedRecordAgainWithoutCountingADuplicate() {
    ClientRecord before = record(1, 1);
    chunks.add(before);
    ring();
    store =
        (run, chunk) -> {
          committed.add(chunk.size());
          return new Stored(0, 0, chunk.size(), 0);
        };
    chunks.amend(before, record(1, 1));
    chunks.finish();
    assertThat(committed).containsExactly(1, 1);
    assertThat(chunks.stored()).isEqualTo(new Stored(1, 0, 0, 0));
  }

  @Test
  void commitsLoadInTimeThoughNoRecordComes() {
    chunks.load(LoadSecond.ofVus(5, 2));
    ring();
    assertThat(load).isEmpty();
    chunks.generator("pod-1");
    chunks.load(LoadSecond.ofVusMax(5, 9));
    ring();
    assertThat(load).containsExactly("pod-1" + List.of(new LoadSecond("", 5, 0, 0, 2, 9)));
  }

  @Test
  void storesAlwaysTheWholeOfASecond() {
    chunks.generator("g");
    chunks.load(LoadSecond.ofIterations("chat", 5, 1));
    ring();
    chunks.load(LoadSecond.ofIterations("chat", 5, 1));
    chunks.load(LoadSecond.ofDropped("chat", 6, 3));
    chunks.finish();
    assertThat(load)
        .containsExactly(
            "g" + List.of(LoadSecond.ofIterations("chat", 5, 1)),
            "g"
                + List.of(
                    LoadSecond.ofIterations("chat", 5, 2), LoadSecond.ofDropped("chat", 6, 3)));
  }

  private static RecordStore failing() {
    return (run, chunk) -> {
      throw new DataAccessResourceFailureException("away");
    };
  }

  private FutureTask<?> alarm(Duration delay, Runnable task) {
    assertThat(delay).isEqualTo(Duration.ofSeconds(1));
    var future = new FutureTask<>(task, null);
    alarms.add(future);
    return future;
  }

  private void ring() {
    alarms.forEach(FutureTask::run);
  }

  private void add(int count) {
    add(count, ClientTimes.ofTotal(1));
  }

  private void add(int count, ClientTimes times) {
    for (int i = 0; i < count; i++) {
      chunks.add(record(i + 1, i, times));
    }
  }

  private static ClientRecord record(long key, long position) {
    return record(key, position, ClientTimes.ofTotal(1));
  }

  private static ClientRecord record(long key, long position, ClientTimes times) {
    return new ClientRecord(
        new UUID(1, key),
        true,
        null,
        Outcome.SUCCESS,
        200,
        null,
        false,
        times,
        ClientLabels.NONE,
        position);
  }
}
