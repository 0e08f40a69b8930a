package io.tracejoin.ingest.otlp;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.web.server.Ssl;
import org.springframework.util.unit.DataSize;

/**
 * Settings of OTLP in. The gRPC server has its own, {@code spring.grpc.server.*}.
 *
 * @param maxRequestSize the largest request, before and after decompression
 */
@ConfigurationProperties("tracejoin.otlp")
record OtlpProperties(@DefaultValue("64MB") DataSize maxRequestSize, @DefaultValue Http http) {

  /**
   * OTLP/HTTP.
   *
   * @param port 0: any free one
   * @param ssl what differs from {@code server.ssl}
   */
  record Http(@DefaultValue("4318") int port, @DefaultValue Tls ssl) {}

  /**
   * TLS of this port.
   *
   * @param bundle an SSL bundle; null: as {@code server.ssl} says
   * @param clientAuth whether exporters need a certificate; null: as {@code server.ssl} says
   */
  record Tls(@Nullable String bundle, Ssl.@Nullable ClientAuth clientAuth) {}
}
