package io.tracejoin.ingest.otlp;

import static io.tracejoin.ingest.otlp.OtlpMessages.request;
import static io.tracejoin.ingest.otlp.OtlpMessages.span;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.rpc.Code;
import io.grpc.Status;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tracejoin.ingest.AllowList;
import io.tracejoin.ingest.Cuts;
import io.tracejoin.ingest.DroppedAttributes;
import io.tracejoin.ingest.SpanLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class GrpcRequestsTest {

  private final GrpcRequests requests = new GrpcRequests();

  @Test
  void readsARequestAndItsSize() {
    byte[] body = request(span()).toByteArray();

    GrpcRequests.Received received = requests.parse(new ByteArrayInputStream(body));

    assertThat(received.refusal()).isNull();
    assertThat(received.request())
        .isInstanceOfSatisfying(
            OtlpRequest.Packed.class, it -> assertThat(it.body()).isEqualTo(body))
        .satisfies(it -> assertThat(it.bytes()).isEqualTo(body.length));
  }

  @Test
  void whatIsNoRequestIsAnInvalidArgument() {
    InputStream body = new ByteArrayInputStream("no protobuf".getBytes(StandardCharsets.UTF_8));
    OtlpRequest request = Objects.requireNonNull(requests.parse(body).request());
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    Cuts cuts = new Cuts(registry);
    AllowList allowed = new AllowList(List.of(), List.of(), List.of());
    SpanReading reading =
        new SpanReading(
            new Resources(SpanLimits.USUAL, cuts),
            allowed,
            new DroppedAttributes(registry),
            requestId -> null,
            SpanLimits.USUAL,
            cuts);

    assertThatThrownBy(() -> SpanTranslator.translate(request, reading, new SeenBefore(allowed)))
        .isInstanceOfSatisfying(
            Refusal.class,
            it -> assertThat(it.status().getCode()).isEqualTo(Code.INVALID_ARGUMENT_VALUE));
  }

  @Test
  void spansThatAreSmallOnTheWireAndLargeInMemoryAreRefused() {
    ByteString empty = ByteString.copyFrom(new byte[] {0x12, 0});
    ByteString spans = empty;
    while (spans.size() < 4 << 20) {
      spans = spans.concat(spans);
    }
    ByteString request =
        ByteString.copyFrom(new byte[] {0x0a}) // resource_spans
            .concat(length(spans.size() + 1 + length(spans.size()).size()))
            .concat(ByteString.copyFrom(new byte[] {0x12})) // scope_spans
            .concat(length(spans.size()))
            .concat(spans);

    assertThat(requests.parse(request.newInput()).refusal())
        .satisfies(
            it -> {
              assertThat(it.httpStatus()).isEqualTo(413);
              assertThat(it.retryAfterSeconds()).isNull();
            });
  }

  private static ByteString length(int length) {
    byte[] bytes = new byte[CodedOutputStream.computeUInt32SizeNoTag(length)];
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      out.writeUInt32NoTag(length);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return ByteString.copyFrom(bytes);
  }

  @Test
  void whatTheTransportRefusesWhileUnpackingKeepsItsCode() {
    InputStream bomb =
        new InputStream() {
          @Override
          public int read() {
            throw Status.RESOURCE_EXHAUSTED.withDescription("too large").asRuntimeException();
          }
        };

    assertThat(requests.parse(bomb).refusal())
        .satisfies(
            it -> {
              assertThat(it.status().getCode()).isEqualTo(Code.RESOURCE_EXHAUSTED_VALUE);
              assertThat(it.status().getDetailsList()).isEmpty();
            });
  }
}
