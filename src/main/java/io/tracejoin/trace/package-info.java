/** What can be asked of one request. */
@NullMarked
package io.tracejoin.trace;

import org.jspecify.annotations.NullMarked;
