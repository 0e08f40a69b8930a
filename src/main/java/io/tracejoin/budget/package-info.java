/** Budgets, their versions, and the judging of a run by them. Judging is pure. */
@NullMarked
package io.tracejoin.budget;

import org.jspecify.annotations.NullMarked;
