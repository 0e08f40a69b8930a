package io.tracejoin.report;

import io.tracejoin.run.RunId;
import io.tracejoin.run.RunState;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers reports: live while the run is not finished, afterwards from stored revisions. A finished
 * run whose data or declaration changed since gets a new revision when it is next asked for.
 */
@Component
public final class Reports {

  private static final JsonMapper JSON = new JsonMapper();

  /** Revision of a report that is not stored. */
  private static final int LIVE = 0;

  private final ReportStore store;
  private final Clock clock;

  Reports(ReportStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /** The standard report as of now. */
  public Report current(RunId runId) {
    return current(runId, ReportQuestion.STANDARD);
  }

  /**
   * The report as of now.
   *
   * @throws UnknownRunException if there is no such run
   */
  public Report current(RunId runId, ReportQuestion question) {
    return standing(runId, question).flatMap(this::read).orElseGet(() -> computed(runId, question));
  }

  /**
   * Which stored report answers the question as of now; empty where none does: the run is unknown
   * or not finished, something changed since, or the question is not the standard one. Takes one
   * small statement, so that a reader who has the report already is soon done.
   */
  public Optional<StandingReport> standing(RunId runId, ReportQuestion question) {
    return question.standard() && question.slice() == null
        ? store.standing(runId)
        : Optional.empty();
  }

  /** The report of that name; empty if its run was erased meanwhile. */
  public Optional<Report> read(StandingReport standing) {
    return store.stored(standing.id()).map(it -> withoutPairs(it, standing.pairsRemovedAt()));
  }

  private static Report withoutPairs(StoredReport stored, @Nullable Instant removedAt) {
    Report report = parsed(stored);
    return removedAt == null
        ? report
        : report.warned(WithoutPairs.warning(removedAt, stored.revision()));
  }

  private Report computed(RunId runId, ReportQuestion question) {
    Draft draft = draft(runId, question);
    // Whoever was faster has stored a revision of that number: what is there is looked at again.
    while (draft.isNew && !store.add(draft.facts.id(), draft.stored())) {
      draft = draft(runId, question);
    }
    keep(draft);
    return draft.report;
  }

  private void keep(Draft draft) {
    Slices cut = draft.newSlices;
    if (cut != null) {
      store.addSlices(draft.facts.id(), draft.report.revision(), cut, JSON.writeValueAsString(cut));
    }
  }

  /**
   * Stores the slices of the newest revision by every dimension in which the run's requests differ.
   * Does nothing where data came since, or slices are stored already.
   *
   * @throws UnknownRunException if there is no such run
   */
  public void storeSlices(RunId runId) {
    for (SliceBy by : SliceBy.all()) {
      store
          .read(runId, data -> missing(data, by))
          .orElseThrow(() -> new UnknownRunException(runId))
          .ifPresent(this::keep);
    }
  }

  private Optional<Draft> missing(RunData data, SliceBy by) {
    RunFacts facts = data.facts();
    return data.latest()
        .filter(it -> isOf(it, facts) && data.slices(it.revision(), by).isEmpty())
        .flatMap(
            it ->
                new Reporting(data, ReportQuestion.STANDARD)
                    .differences(by)
                    .map(
                        slices ->
                            new Draft(facts, false, parsed(it), List.of()).cut(slices, true)));
  }

  /**
   * A stored report, as it was.
   *
   * @throws UnknownRunException if there is no such run
   */
  public Optional<Report> revision(RunId runId, int number) {
    Optional<StoredReport> stored = store.revision(runId, number);
    if (stored.isEmpty() && store.read(runId, RunData::facts).isEmpty()) {
      throw new UnknownRunException(runId);
    }
    return stored.map(Reports::parsed);
  }

  /**
   * Stores the report of a run that was just finished, so that its revision 1 is of that moment.
   * Does nothing where a stored one is still true.
   *
   * @throws UnknownRunException if there is no such run
   */
  public void store(RunId runId) {
    current(runId);
  }

  /**
   * Asks about a run beside its standard report, both of one snapshot.
   *
   * @param question is asked once more where the run was changed meanwhile
   * @throws UnknownRunException if there is no such run
   */
  public <T> T beside(RunId runId, BiFunction<RunData, Report, T> question) {
    while (true) {
      Beside<T> asked =
          store
              .read(runId, data -> beside(data, question))
              .orElseThrow(() -> new UnknownRunException(runId));
      if (asked.answer.isPresent()) {
        return asked.answer.get();
      }
      store.add(asked.draft.facts.id(), asked.draft.stored());
    }
  }

  /** An answer, or a revision that must be stored before it can be given. */
  private record Beside<T>(Draft draft, Optional<T> answer) {}

  private <T> Beside<T> beside(RunData data, BiFunction<RunData, Report, T> question) {
    Draft draft = draft(data, ReportQuestion.STANDARD);
    return new Beside<>(
        draft, draft.isNew ? Optional.empty() : Optional.of(question.apply(data, draft.report)));
  }

  private Draft draft(RunId runId, ReportQuestion question) {
    return store
        .read(runId, data -> draft(data, question))
        .orElseThrow(() -> new UnknownRunException(runId));
  }

  private Draft draft(RunData data, ReportQuestion question) {
    Draft uncut = uncut(data, question);
    SliceBy by = question.slice();
    if (by == null) {
      return uncut;
    }
    boolean keeps = uncut.report.revision() != LIVE && question.standard();
    Optional<Slices> stored =
        keeps
            ? data.slices(uncut.report.revision(), by).map(it -> JSON.readValue(it, Slices.class))
            : Optional.empty();
    return stored.isPresent()
        ? uncut.cut(stored.get(), false)
        : uncut.cut(new Reporting(data, question).slices(by), keeps);
  }

  private Draft uncut(RunData data, ReportQuestion question) {
    RunFacts facts = data.facts();
    if (facts.pairsRemovedAt() != null) {
      return new Draft(
          facts,
          false,
          new WithoutPairs(data, facts.pairsRemovedAt()).report(question, Reports::parsed),
          List.of());
    }
    Optional<StoredReport> latest = data.latest().filter(it -> isOf(it, facts));
    int number = latest.map(StoredReport::revision).orElse(LIVE);
    if (facts.state() != RunState.FINISHED || !question.standard()) {
      return Draft.of(facts, false, computed(data, question), number);
    }
    if (latest.isPresent()) {
      return new Draft(facts, false, parsed(latest.get()), List.of());
    }
    int next = data.latest().map(StoredReport::revision).orElse(0) + 1;
    return Draft.of(facts, true, computed(data, question), next);
  }

  private static boolean isOf(StoredReport stored, RunFacts facts) {
    return stored.changeSeq() == facts.changeSeq()
        && stored.declaration().equals(facts.declaration());
  }

  private Reporting.Computed computed(RunData data, ReportQuestion question) {
    return new Reporting(data, question).computed(clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  private static Report parsed(StoredReport stored) {
    return JSON.readValue(stored.json(), Report.class);
  }

  /**
   * A computed or stored report.
   *
   * @param isNew whether it must be stored before it is answered
   * @param uncut the report without slices: what is stored
   * @param newSlices what is to be stored of its slices
   */
  private record Draft(
      RunFacts facts,
      boolean isNew,
      Report uncut,
      Report report,
      List<StoredHistogram> histograms,
      @Nullable Slices newSlices) {

    Draft(RunFacts facts, boolean isNew, Report report, List<StoredHistogram> histograms) {
      this(facts, isNew, report, report, histograms, null);
    }

    Draft cut(Slices slices, boolean keeps) {
      return new Draft(
          facts, isNew, uncut, uncut.withSlices(slices), histograms, keeps ? slices : null);
    }

    static Draft of(RunFacts facts, boolean isNew, Reporting.Computed computed, int revision) {
      return new Draft(
          facts, isNew, computed.report().withRevision(revision), computed.histograms());
    }

    StoredReport stored() {
      return new StoredReport(
          report.revision(),
          facts.changeSeq(),
          report.computedAt(),
          facts.declaration(),
          JSON.writeValueAsString(uncut),
          histograms);
    }
  }
}
