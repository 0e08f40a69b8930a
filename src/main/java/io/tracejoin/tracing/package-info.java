/** The service's own traces. */
@NullMarked
package io.tracejoin.tracing;

import org.jspecify.annotations.NullMarked;
