package io.tracejoin.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.ServletWebRequest;

class KeptBodyTest {

  private static final byte[] BYTES = "{\"p95_ms\":12.5}".getBytes(StandardCharsets.UTF_8);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "gzip                    | true",
        "br, GZip;q=0.5          | true",
        "*                       | true",
        "none                    | false",
        "identity                | false",
        "gzip;q=0                | false",
        "gzip ; q=0.000, br      | false",
        "*;q=0                   | false",
        "gzip;q=0, *             | false"
      })
  void isCompressedForThoseWhoTakeIt(@Nullable String accepted, boolean takes) {
    assertThat(KeptBody.takesGzip(accepted)).isEqualTo(takes);
  }

  @Test
  void theCompressedBytesAreTheSameContent() throws Exception {
    ResponseEntity<Object> answer = answer("gzip", null);

    assertThat(answer.getHeaders().getFirst("Content-Encoding")).isEqualTo("gzip");
    byte[] body = (byte[]) Objects.requireNonNull(answer.getBody());
    assertThat(new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes()).isEqualTo(BYTES);
  }

  @Test
  void whoHasTheSameBytesIsNotSentThemAgain() {
    String plain = Objects.requireNonNull(answer(null, null).getHeaders().getETag());
    String zipped = Objects.requireNonNull(answer("gzip", null).getHeaders().getETag());

    assertThat(plain).isNotEqualTo(zipped).doesNotStartWith("W/");
    assertThat(answer(null, plain).getStatusCode().value()).isEqualTo(304);
    assertThat(answer(null, plain).getBody()).isNull();
    assertThat(answer("gzip", plain).getStatusCode().value()).isEqualTo(200);
    assertThat(answer(null, "\"older\"").getBody()).isEqualTo(BYTES);
  }

  @Test
  void aBodyIsWrittenOnceForEachNameAndFormAndNotWhenItsResourceIsGone() {
    KeptBodies bodies = new KeptBodies();
    AtomicInteger written = new AtomicInteger();
    for (int reader = 0; reader < 3; reader++) {
      for (MediaType form : new MediaType[] {Accepted.CSV, Accepted.TEXT}) {
        bodies.get(
            "report 7",
            form,
            () -> {
              written.incrementAndGet();
              return Optional.of(BYTES);
            });
      }
    }

    assertThat(written).hasValue(2);
    assertThat(bodies.get("report 8", Accepted.CSV, Optional::empty)).isEmpty();
    assertThat(bodies.get("report 8", Accepted.CSV, () -> Optional.of(BYTES))).isPresent();
  }

  private static ResponseEntity<Object> answer(
      @Nullable String acceptEncoding, @Nullable String ifNoneMatch) {
    MockHttpServletRequest request = new MockHttpServletRequest("GET", "/report");
    if (acceptEncoding != null) {
      request.addHeader("Accept-Encoding", acceptEncoding);
    }
    if (ifNoneMatch != null) {
      request.addHeader("If-None-Match", ifNoneMatch);
    }
    return KeptBody.of(MediaType.APPLICATION_JSON, BYTES)
        .answer(new ServletWebRequest(request, new MockHttpServletResponse()));
  }
}
