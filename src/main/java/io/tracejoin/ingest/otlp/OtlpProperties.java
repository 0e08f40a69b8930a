package io.tracejoin.ingest.otlp;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
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
   */
  record Http(@DefaultValue("4318") int port) {}
}
