/** A simulated LLM gateway and load run that goes through the front doors. */
@NullMarked
package io.tracejoin.demo;

import org.jspecify.annotations.NullMarked;
