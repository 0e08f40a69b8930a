package io.tracejoin.report.verdict;

import io.tracejoin.run.RunFinished;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Judges a run as soon as it is finished, where it is plain by which budget, so that lists and
 * dashboards show its verdict without anybody asking.
 */
@Component
final class JudgeWhenFinished {

  private static final Logger log = LoggerFactory.getLogger(JudgeWhenFinished.class);

  private final Verdicts verdicts;

  JudgeWhenFinished(Verdicts verdicts) {
    this.verdicts = verdicts;
  }

  @EventListener
  @Order(Ordered.LOWEST_PRECEDENCE)
  void judge(RunFinished finished) {
    try {
      verdicts.of(finished.run(), VerdictQuestion.DEFAULT);
    } catch (NoBudgetException nothingToJudgeBy) {
      log.debug("run {} is not judged: {}", finished.run(), nothingToJudgeBy.getMessage());
    }
  }
}
