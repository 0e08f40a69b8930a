package io.tracejoin.ingest.otlp;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tracejoin.decompose.Mapping;
import io.tracejoin.decompose.Span;
import io.tracejoin.ingest.AllowList;
import io.tracejoin.ingest.Cuts;
import io.tracejoin.ingest.DroppedAttributes;
import io.tracejoin.ingest.IngestProperties;
import io.tracejoin.ingest.SpanLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.springframework.stereotype.Component;

/** Reads OTLP/JSON as the way in does, but stores and counts nothing. */
@Component
public final class PostedTraces {

  private final Resources resources;
  private final IngestProperties properties;
  private final SpanLimits limits;
  private final DroppedAttributes uncounted = new DroppedAttributes(new SimpleMeterRegistry());
  private final Cuts uncountedCuts = new Cuts(new SimpleMeterRegistry());

  PostedTraces(Resources resources, IngestProperties properties, SpanLimits limits) {
    this.resources = resources;
    this.properties = properties;
    this.limits = limits;
  }

  /**
   * Spans that were read, and what was not.
   *
   * @param rejected spans that are invalid
   * @param message which they are and why; empty where none is
   */
  public record Read(List<Span> spans, int rejected, String message) {}

  /**
   * Reads one OTLP/JSON message.
   *
   * @param mapping what it reads is kept of the attributes and events, as if it were in force
   * @throws IllegalArgumentException if it is no traces message, with the place where there is one
   */
  public Read read(byte[] json, Mapping mapping) {
    AllowList allowed = AllowList.of(properties, mapping.attributes(), mapping.events());
    try {
      OtlpRequest.Unpacked request =
          OtlpJson.read(new CappedStream(new ByteArrayInputStream(json), json.length));
      Translation read =
          SpanTranslator.translate(
              request,
              new SpanReading(
                  resources, allowed, uncounted, requestId -> null, limits, uncountedCuts));
      return new Read(read.spans(), read.rejections().count(), read.rejections().message());
    } catch (Refusal refusal) {
      throw new IllegalArgumentException("otlp: " + refusal.getMessage(), refusal);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
