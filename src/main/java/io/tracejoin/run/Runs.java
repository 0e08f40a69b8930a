package io.tracejoin.run;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;

/** Creates and finds runs. */
@Component
public final class Runs {

  private final RunRepository runs;
  private final MappingCatalog mappings;
  private final Clock clock;

  Runs(RunRepository runs, MappingCatalog mappings, Clock clock) {
    this.runs = runs;
    this.mappings = mappings;
    this.clock = clock;
  }

  /** The run with this name, made with nothing declared if it is new. */
  public Run findOrCreate(RunId runId) {
    return find(runId).orElseGet(() -> create(runId));
  }

  /** The run with this name. */
  public Optional<Run> find(RunId runId) {
    return runs.findByRunId(runId.value());
  }

  /** All runs, the newest first. */
  public List<Run> all() {
    return runs.findAllByOrderByIdDesc();
  }

  private Run create(RunId runId) {
    try {
      return runs.save(new Run(runId, mappings.current().id(), clock.instant()));
    } catch (DataIntegrityViolationException raced) {
      return find(runId).orElseThrow(() -> raced);
    }
  }
}
