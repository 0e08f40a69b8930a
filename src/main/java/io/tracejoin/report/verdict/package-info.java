/** Verdicts of runs in all forms, and rows for dashboards. */
@NullMarked
package io.tracejoin.report.verdict;

import org.jspecify.annotations.NullMarked;
