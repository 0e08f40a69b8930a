/** How long spans and raw pairs are kept, and what is kept of them afterwards. */
@NullMarked
package io.tracejoin.retention;

import org.jspecify.annotations.NullMarked;
