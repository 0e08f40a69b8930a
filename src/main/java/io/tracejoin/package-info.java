/** The Tracejoin service; see docs/architecture.md for the packages. */
@NullMarked
package io.tracejoin;

import org.jspecify.annotations.NullMarked;
