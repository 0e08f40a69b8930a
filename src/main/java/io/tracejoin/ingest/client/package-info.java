/** Client records in; one reader a format. */
@NullMarked
package io.tracejoin.ingest.client;

import org.jspecify.annotations.NullMarked;
