package io.tracejoin.report;

import io.tracejoin.run.RunId;

/**
 * The report of a run that was just finished is stored. Told in the background: whoever hears it
 * may take its time.
 *
 * @param run the run's name
 */
public record ReportStored(RunId run) {}
