package io.tracejoin.ingest.otlp;

import static io.tracejoin.ingest.otlp.OtlpMessages.request;
import static io.tracejoin.ingest.otlp.OtlpMessages.span;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.rpc.Code;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class GrpcRequestsTest {

  private final GrpcRequests requests = new GrpcRequests();

  @Test
  void readsARequestAndItsSize() {
    byte[] body = request(span()).toByteArray();

    GrpcRequests.Received received = requests.parse(new ByteArrayInputStream(body));

    assertThat(received.refusal()).isNull();
    assertThat(received.request()).isEqualTo(OtlpRequest.of(request(span()), body.length));
  }

  @Test
  void whatIsNoRequestIsAnInvalidArgument() {
    InputStream body = new ByteArrayInputStream("no protobuf".getBytes(StandardCharsets.UTF_8));

    assertThat(requests.parse(body).refusal())
        .satisfies(it -> assertThat(it.status().getCode()).isEqualTo(Code.INVALID_ARGUMENT_VALUE));
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
