package io.tracejoin.ingest.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.rpc.Status;
import io.opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OtlpEncodingTest {

  @ParameterizedTest
  @CsvSource({
    "application/x-protobuf, PROTOBUF",
    "application/json; charset=utf-8, JSON",
    "Application/JSON, JSON",
    "text/plain,",
    "application/*,",
    "nonsense,",
    ","
  })
  void isToldByTheContentType(@Nullable String contentType, @Nullable OtlpEncoding encoding) {
    assertThat(OtlpEncoding.of(contentType)).isEqualTo(encoding);
  }

  @Test
  void writesAnswersInProtobufsJsonForm() {
    ExportTraceServiceResponse partial =
        ExportTraceServiceResponse.newBuilder()
            .setPartialSuccess(
                ExportTracePartialSuccess.newBuilder()
                    .setRejectedSpans(2)
                    .setErrorMessage("why \"so\""))
            .build();

    assertThat(OtlpEncoding.JSON.write(ExportTraceServiceResponse.getDefaultInstance()))
        .isEqualTo("{}".getBytes(UTF_8));
    assertThat(new String(OtlpEncoding.JSON.write(partial), UTF_8))
        .isEqualTo(
            "{\"partialSuccess\":{\"rejectedSpans\":\"2\",\"errorMessage\":\"why \\\"so\\\"\"}}");
  }

  @Test
  void writesErrorsAsAStatus() throws Exception {
    Refusal refusal = Refusal.overloaded(Duration.ofMillis(1_500));

    assertThat(new String(OtlpEncoding.JSON.write(refusal.status()), UTF_8))
        .isEqualTo(
            "{\"code\":8,\"message\":\"overloaded: send the spans again later\",\"details\":["
                + "{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"1.5s\"}]}");
    assertThat(Status.parseFrom(OtlpEncoding.PROTOBUF.write(refusal.status())))
        .isEqualTo(refusal.status());
    assertThat(refusal.retryAfterSeconds()).isEqualTo(2);
  }
}
