/** What is done for one who asks, and given up when the one has left. */
@NullMarked
package io.tracejoin.errand;

import org.jspecify.annotations.NullMarked;
