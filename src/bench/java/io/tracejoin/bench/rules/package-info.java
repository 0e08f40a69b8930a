/** The pure rules under JMH, with what the bare arithmetic of the same takes. */
@org.jspecify.annotations.NullMarked
package io.tracejoin.bench.rules;
