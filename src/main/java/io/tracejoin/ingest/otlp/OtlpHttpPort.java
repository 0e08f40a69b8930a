package io.tracejoin.ingest.otlp;

import org.apache.catalina.connector.Connector;

/** The port of OTLP/HTTP: a second door of the one web server. */
public final class OtlpHttpPort {

  private final Connector connector;

  OtlpHttpPort(Connector connector) {
    this.connector = connector;
  }

  /** The port that is bound, also where the setting says 0; -1 while the server is not running. */
  public int port() {
    return connector.getLocalPort();
  }
}
