package io.tracejoin.run;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.repository.Repository;

/** Stored runs. */
interface RunRepository extends Repository<Run, Integer> {

  Run save(Run run);

  Run saveAndFlush(Run run);

  Optional<Run> findByRunId(String runId);

  List<Run> findByStateIn(List<RunState> states);

  List<Run> findByIdIn(Collection<Integer> ids);

  long count();
}
