package io.tracejoin.ingest.otlp;

import com.google.rpc.Code;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** OTLP/HTTP: reads the request on the container's thread, and answers when it is committed. */
final class OtlpHttpServlet extends HttpServlet {

  static final String PATH = "/v1/traces";
  private static final Logger LOG = LoggerFactory.getLogger(OtlpHttpServlet.class);

  private final transient TraceReceiver receiver;
  private final long maxBytes;
  private final Duration answerWithin;

  /**
   * @param maxBytes of a body, packed and unpacked
   * @param answerWithin how long the receiver takes at most
   */
  OtlpHttpServlet(TraceReceiver receiver, long maxBytes, Duration answerWithin) {
    this.receiver = receiver;
    this.maxBytes = maxBytes;
    this.answerWithin = answerWithin;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    OtlpEncoding encoding = OtlpEncoding.of(request.getContentType());
    OtlpEncoding answerIn = encoding == null ? OtlpEncoding.JSON : encoding;
    try {
      requirePost(request, response);
      OtlpRequest export = read(request, encoding);
      AsyncContext async = request.startAsync();
      async.setTimeout(answerWithin.multipliedBy(2).toMillis());
      receiver
          .receive(export)
          .whenComplete((answer, failure) -> answer(async, answerIn, answer, failure));
    } catch (Refusal refusal) {
      refuse(response, answerIn, refusal);
    } catch (IOException e) {
      refuse(
          response,
          answerIn,
          Refusal.malformed("the body breaks off, comes too slowly, or is no gzip"));
    } catch (RuntimeException e) {
      LOG.error("an export could not be read", e);
      refuse(response, answerIn, Refusal.of(e));
    }
  }

  private static void requirePost(HttpServletRequest request, HttpServletResponse response) {
    if (!request.getMethod().equals("POST")) {
      response.setHeader("Allow", "POST");
      throw new Refusal(Code.UNIMPLEMENTED, 405, "only POST is supported", null);
    }
  }

  private OtlpRequest read(HttpServletRequest request, @Nullable OtlpEncoding encoding)
      throws IOException {
    if (encoding == null) {
      throw unsupported("Content-Type must be application/x-protobuf or application/json");
    }
    if (request.getContentLengthLong() > maxBytes) {
      throw Refusal.tooLarge(maxBytes);
    }
    try (InputStream body = unpacked(request)) {
      return encoding.read(new CappedStream(body, maxBytes));
    }
  }

  private InputStream unpacked(HttpServletRequest request) throws IOException {
    InputStream packed = new CappedStream(request.getInputStream(), maxBytes);
    String coding = request.getHeader("Content-Encoding");
    return switch (coding == null ? "identity" : coding.strip().toLowerCase(Locale.ROOT)) {
      case "", "identity", "none" -> packed;
      case "gzip", "x-gzip" -> new GZIPInputStream(packed, 8192);
      default -> throw unsupported("Content-Encoding must be gzip or none");
    };
  }

  private static Refusal unsupported(String message) {
    return new Refusal(Code.INVALID_ARGUMENT, 415, message, null);
  }

  private static void answer(
      AsyncContext async,
      OtlpEncoding encoding,
      @Nullable ExportTraceServiceResponse answer,
      @Nullable Throwable failure) {
    HttpServletResponse response = (HttpServletResponse) async.getResponse();
    try {
      if (answer == null || failure != null) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        refuse(response, encoding, Refusal.of(cause));
      } else {
        write(response, encoding, 200, encoding.write(answer));
      }
    } catch (IOException | IllegalStateException e) {
      LOG.debug("the sender has gone", e);
    } finally {
      async.complete();
    }
  }

  static void refuse(HttpServletResponse response, OtlpEncoding encoding, Refusal refusal)
      throws IOException {
    Long retryAfter = refusal.retryAfterSeconds();
    if (retryAfter != null) {
      response.setHeader("Retry-After", retryAfter.toString());
    }
    write(response, encoding, refusal.httpStatus(), encoding.write(refusal.status()));
  }

  private static void write(
      HttpServletResponse response, OtlpEncoding encoding, int status, byte[] body)
      throws IOException {
    response.setStatus(status);
    response.setContentType(encoding.contentType());
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
