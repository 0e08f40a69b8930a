package io.tracejoin.run;

import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Creates, finds and ends runs. */
@Component
public final class Runs {

  private static final Set<String> DECIDES_JOINS = Set.of("services", "generator_services");

  private static final int ATTEMPTS = 20;
  private static final long LONGEST_STEP_MILLIS = 20;

  private final RunRepository runs;
  private final MappingCatalog mappings;
  private final Declarations declarations;
  private final SettleJob settling;
  private final RejoinQueue rejoins;
  private final RunErasure erasure;
  private final TransactionTemplate transaction;
  private final RunLimits limits;
  private final Clock clock;

  Runs(
      RunRepository runs,
      MappingCatalog mappings,
      Declarations declarations,
      SettleJob settling,
      RejoinQueue rejoins,
      RunErasure erasure,
      TransactionTemplate transaction,
      RunLimits limits,
      Clock clock) {
    this.limits = limits;
    this.runs = runs;
    this.mappings = mappings;
    this.declarations = declarations;
    this.settling = settling;
    this.rejoins = rejoins;
    this.erasure = erasure;
    this.transaction = transaction;
    this.clock = clock;
  }

  /**
   * The run with this name, made with nothing declared if it is new.
   *
   * @throws TooManyRunsException if it would be one too many
   */
  public Run findOrCreate(RunId runId) {
    return find(runId).orElseGet(() -> create(runId));
  }

  /** The run with this name. */
  public Optional<Run> find(RunId runId) {
    return runs.findByRunId(runId.value());
  }

  /** The runs with these numbers, in no order; those that are gone are left out. */
  public List<Run> numbered(Collection<Integer> ids) {
    return runs.findByIdIn(ids);
  }

  /**
   * Creates the run or merges into what was declared about it: absent keys stay, null clears.
   *
   * @throws IllegalArgumentException naming the field that is wrong; nothing is changed then
   */
  public Run declare(RunId runId, ObjectNode patch) {
    return again(() -> merge(runId, patch));
  }

  /**
   * Adds a service to the run's {@code generator_services}, unless it is there; the run is made if
   * it is new.
   */
  public Run declareGenerator(RunId runId, String service) {
    return again(() -> withGenerator(findOrCreate(runId), service));
  }

  private Run withGenerator(Run run, String service) {
    Set<String> known = declarations.read(run.declaration()).declaredGeneratorServices();
    if (known.contains(service)) {
      return run;
    }
    ObjectNode declaration = declarations.tree(run.declaration());
    ArrayNode services = declaration.putArray("generator_services").add(service);
    known.forEach(services::add);
    run.declare(declaration.toString());
    return save(run, true);
  }

  private Run merge(RunId runId, ObjectNode patch) {
    declarations.merged("{}", patch); // a wrong patch makes no run
    // Whoever creates the run at the same time may have declared something already.
    Run run = findOrCreate(runId);
    String merged = declarations.merged(run.declaration(), patch);
    boolean rejoin = decidesOtherwise(run.declaration(), merged);
    run.declare(merged);
    return save(run, rejoin);
  }

  /**
   * Asks for the end of the run: it settles and is then finished. A second call changes nothing.
   */
  public Optional<Run> finish(RunId runId) {
    return again(() -> settle(runId));
  }

  private Optional<Run> settle(RunId runId) {
    return find(runId)
        .map(
            run -> {
              if (run.state() == RunState.OPEN) {
                settling.settle(run, "request", clock.instant());
              }
              return find(runId).orElse(run);
            });
  }

  /** Joins a run as a whole again, with the mapping in force now. */
  public Optional<Run> rejoin(RunId runId) {
    return again(
        () ->
            find(runId)
                .map(
                    run -> {
                      run.useMapping(mappings.current().id());
                      return save(run, true);
                    }));
  }

  /**
   * Removes a run with its client records, joined rows and reports. Spans stay: they may belong to
   * others.
   *
   * @return false if there is no such run
   */
  public boolean erase(RunId runId) {
    Optional<Run> run = find(runId);
    run.ifPresent(it -> erasure.erase(it.id()));
    return run.isPresent();
  }

  /**
   * One transaction: a joiner that still works with the old declaration sees the new version when
   * it ends.
   */
  private Run save(Run run, boolean rejoin) {
    return Objects.requireNonNull(
        transaction.execute(
            status -> {
              Run saved = runs.saveAndFlush(run);
              if (rejoin) {
                rejoins.rejoin(saved.id());
              }
              return saved;
            }));
  }

  /** Each of these changes can be made of whatever is stored: who comes second looks again. */
  private static <T> T again(Supplier<T> change) {
    for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
      try {
        return change.get();
      } catch (OptimisticLockingFailureException changedMeanwhile) {
        letOthersEnd(attempt);
      }
    }
    return change.get();
  }

  private static void letOthersEnd(int attempt) {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(LONGEST_STEP_MILLIS * attempt));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean decidesOtherwise(String before, String after) {
    ObjectNode one = declarations.tree(before);
    ObjectNode other = declarations.tree(after);
    return DECIDES_JOINS.stream()
        .anyMatch(field -> !Objects.equals(one.get(field), other.get(field)));
  }

  private Run create(RunId runId) {
    if (runs.count() >= limits.max()) {
      throw new TooManyRunsException(limits.max());
    }
    try {
      return runs.save(new Run(runId, mappings.current().id(), clock.instant()));
    } catch (DataIntegrityViolationException raced) {
      return find(runId).orElseThrow(() -> raced);
    }
  }
}
