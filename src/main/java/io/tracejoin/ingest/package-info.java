/**
 * What the receivers share: the ports through which spans are stored, and the bounded queue before
 * them.
 */
@NullMarked
package io.tracejoin.ingest;

import org.jspecify.annotations.NullMarked;
