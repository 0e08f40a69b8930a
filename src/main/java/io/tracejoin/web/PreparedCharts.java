package io.tracejoin.web;

import io.tracejoin.report.ReportStored;
import io.tracejoin.run.RunId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Computes what the page of a run shows first as soon as the run is finished. */
@Component
final class PreparedCharts {

  private static final Logger LOG = LoggerFactory.getLogger(PreparedCharts.class);

  private final DistributionController distributions;
  private final TimelineController timelines;

  PreparedCharts(DistributionController distributions, TimelineController timelines) {
    this.distributions = distributions;
    this.timelines = timelines;
  }

  /** What could not be computed now is when it is asked for. */
  @EventListener
  void prepare(ReportStored stored) {
    RunId run = stored.run();
    try {
      distributions.prepare(run);
      timelines.prepare(run);
    } catch (RuntimeException e) {
      LOG.warn("The charts of run {} were not prepared", run, e);
    }
  }
}
