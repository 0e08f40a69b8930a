package io.tracejoin.decompose;

import static io.tracejoin.decompose.Traces.EPOCH;
import static io.tracejoin.decompose.Traces.JOIN;
import static io.tracejoin.decompose.Traces.KEY;
import static io.tracejoin.decompose.Traces.MAPPING;
import static io.tracejoin.decompose.Traces.codes;
import static io.tracejoin.decompose.Traces.ms;
import static io.tracejoin.decompose.Traces.only;
import static io.tracejoin.decompose.Traces.root;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.TraceInput.StoredRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Records that carry a request ID in place of a trace ID. */
class RequestIdsTest {

  private static final UUID ID = new UUID(0xab, 1);
  private static final UUID OTHER_TRACE = new UUID(7, 304);
  private static final RequestIdSpan HERE = new RequestIdSpan(ID, KEY, EPOCH);
  private static final RequestIdSpan THERE = new RequestIdSpan(ID, OTHER_TRACE, EPOCH + 5);
  private static final RequestIdSpan LONG_AGO =
      new RequestIdSpan(ID, OTHER_TRACE, EPOCH - 3_600_000_000_000L);
  private static final RunFrame RUN = Traces.run(1);
  private static final RunFrame NOW =
      new RunFrame(1, "run-1", Set.of(), Set.of(), EPOCH, EPOCH + ms(100), MAPPING);

  @Test
  void oneTraceThatHoldsTheIdIsTheRequests() {
    JoinedRequest row = only(JOIN.join(trace(RUN, List.of(HERE), record(100))));

    assertThat(row.state()).isEqualTo(State.MATCHED);
    assertThat(Traces.breakdown(row).values()).containsEntry(Measure.NETWORK_ENVELOPE, ms(10));
    assertThat(codes(row)).isEmpty();
    assertThat(JOIN.join(ofId(RUN, List.of(HERE), record(100)))).isEmpty();
  }

  @Test
  void noTraceIsNoSpans() {
    JoinedRequest row = only(JOIN.join(ofId(RUN, List.of(), record(100))));

    assertThat(row.reason()).isEqualTo(Reason.NO_SPANS);
    assertThat(row.state()).isEqualTo(State.CLIENT_ONLY);
  }

  @Test
  void twoTracesAreNone() {
    List<RequestIdSpan> both = List.of(HERE, THERE, HERE);
    JoinedRequest row = only(JOIN.join(ofId(RUN, both, record(100))));

    assertThat(row.reason()).isEqualTo(Reason.AMBIGUOUS_REQUEST_ID);
    assertThat(row.state()).isEqualTo(State.EXCLUDED);
    assertThat(codes(row)).containsExactly("ambiguous_request_id");
    assertThat(only(JOIN.join(trace(RUN, both, record(100)))).state()).isEqualTo(State.SERVER_ONLY);
  }

  @Test
  void aTraceOutOfReachIsNotAsked() {
    List<RequestIdSpan> both = List.of(LONG_AGO, HERE);

    JoinedRequest row = only(JOIN.join(trace(NOW, both, record(100))));
    assertThat(row.state()).isEqualTo(State.MATCHED);
    assertThat(row.outOfReach()).isTrue();
    JoinedRequest none = only(JOIN.join(ofId(NOW, List.of(LONG_AGO), record(100))));
    assertThat(none.reason()).isEqualTo(Reason.NO_SPANS);
    assertThat(none.outOfReach()).isTrue();
  }

  @Test
  void anIdThatEverySpanHoldsIsNoRequests() {
    List<RequestIdSpan> crowd = new ArrayList<>(Collections.nCopies(RequestIdSpan.MOST, LONG_AGO));
    crowd.add(HERE);

    assertThat(only(JOIN.join(ofId(NOW, crowd, record(100)))).reason())
        .isEqualTo(Reason.AMBIGUOUS_REQUEST_ID);
  }

  @Test
  void oneIdToldTwiceIsOneRequestOrACollision() {
    assertThat(JOIN.join(trace(RUN, List.of(HERE), record(100), record(100)))).hasSize(1);

    List<JoinedRequest> rows = JOIN.join(trace(RUN, List.of(HERE), record(100), sent(50, 120)));
    assertThat(rows).hasSize(2).allMatch(it -> it.reason() == Reason.COLLISION);
    assertThat(Repeat.of(sent(0, 100), sent(50, 120))).isEqualTo(Repeat.CONFLICT);
  }

  @Test
  void aRootThatAnotherRecordsParentNamesIsNotTaken() {
    ClientRecord byTrace = Traces.success(95);
    List<JoinedRequest> rows = JOIN.join(trace(RUN, List.of(HERE), record(100), byTrace));

    assertThat(rows).hasSize(2);
    assertThat(rows.stream().filter(it -> it.state() == State.MATCHED).map(JoinedRequest::client))
        .containsExactly(byTrace);
  }

  private static TraceInput trace(
      RunFrame run, List<RequestIdSpan> spans, ClientRecord... records) {
    return input(KEY, List.of(root(5, 95).make()), run, spans, records);
  }

  private static TraceInput ofId(RunFrame run, List<RequestIdSpan> spans, ClientRecord... records) {
    return input(ID, List.of(), run, spans, records);
  }

  private static TraceInput input(
      UUID key, List<Span> spans, RunFrame run, List<RequestIdSpan> held, ClientRecord... records) {
    List<StoredRecord> stored =
        Arrays.stream(records).map(it -> new StoredRecord(run.id(), it)).toList();
    return new TraceInput(key, spans, stored, Map.of(run.id(), run), MAPPING, held);
  }

  private static ClientRecord record(double totalMs) {
    return sent(0, totalMs);
  }

  private static ClientRecord sent(double at, double totalMs) {
    return new ClientRecord(
        ID,
        Identity.REQUEST_ID,
        null,
        Outcome.SUCCESS,
        200,
        null,
        false,
        ClientTimes.of(EPOCH + ms(at), ms(totalMs)),
        ClientLabels.NONE,
        0);
  }
}
