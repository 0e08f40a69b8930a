/**
 * Measures the packaged service from outside, each time beside a baseline of the same run. Knows
 * nothing of the service's classes: it starts its jar and speaks HTTP.
 */
@NullMarked
package io.tracejoin.bench;

import org.jspecify.annotations.NullMarked;
