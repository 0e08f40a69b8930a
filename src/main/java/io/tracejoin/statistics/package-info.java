/** Order statistics, confidence intervals, design effect, tail bands. Pure. */
@NullMarked
package io.tracejoin.statistics;

import org.jspecify.annotations.NullMarked;
