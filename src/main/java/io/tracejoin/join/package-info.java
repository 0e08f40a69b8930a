/** Settles each touched trace. */
@NullMarked
package io.tracejoin.join;

import org.jspecify.annotations.NullMarked;
