/** OTLP in, over gRPC and HTTP. */
@NullMarked
package io.tracejoin.ingest.otlp;

import org.jspecify.annotations.NullMarked;
