/** Order statistics, confidence intervals, design effect, block bootstrap, tail bands. Pure. */
@NullMarked
package io.tracejoin.statistics;

import org.jspecify.annotations.NullMarked;
