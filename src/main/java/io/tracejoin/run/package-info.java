/** A load run and what was declared about it. */
@NullMarked
package io.tracejoin.run;

import org.jspecify.annotations.NullMarked;
