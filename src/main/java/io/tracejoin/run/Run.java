package io.tracejoin.run;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A load run: its declaration and where it is in its life. */
@Entity
@Table(name = "run")
public class Run {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Integer id;

  @Column(name = "run_id", updatable = false)
  private String runId;

  @JdbcTypeCode(SqlTypes.JSON)
  private String declaration;

  @Convert(converter = RunStateConverter.class)
  private RunState state;

  @Column(name = "finished_by")
  private @Nullable String finishedBy;

  @Column(name = "created_at", updatable = false)
  private Instant createdAt;

  @Column(name = "settling_at")
  private @Nullable Instant settlingAt;

  @Column(name = "finished_at")
  private @Nullable Instant finishedAt;

  @Column(name = "pairs_removed_at", insertable = false, updatable = false)
  private @Nullable Instant pairsRemovedAt;

  @Column(name = "mapping_id")
  private int mappingId;

  @Version private int version;

  @SuppressWarnings("NullAway.Init")
  protected Run() {}

  Run(RunId runId, int mappingId, Instant createdAt) {
    this.runId = runId.value();
    this.declaration = "{}";
    this.state = RunState.OPEN;
    this.createdAt = createdAt;
    this.mappingId = mappingId;
  }

  /** The internal number; a run created later has a greater one. */
  public int id() {
    if (id == null) {
      throw new IllegalStateException("the run is not stored yet");
    }
    return id;
  }

  /** The name that clients use. */
  public String runId() {
    return runId;
  }

  /** What was declared, as the JSON of {@code PUT /api/v1/runs/{run_id}}. */
  public String declaration() {
    return declaration;
  }

  /** Where the run is in its life. */
  public RunState state() {
    return state;
  }

  /** Who finished it: {@code request} or {@code idle}; null before. */
  public @Nullable String finishedBy() {
    return finishedBy;
  }

  /** When it was first named. */
  public Instant createdAt() {
    return createdAt;
  }

  /** When finish was asked for; null before. */
  public @Nullable Instant settlingAt() {
    return settlingAt;
  }

  /** When it was finished; null before. */
  public @Nullable Instant finishedAt() {
    return finishedAt;
  }

  /** When its client records and joined rows were removed; null while they are kept. */
  public @Nullable Instant pairsRemovedAt() {
    return pairsRemovedAt;
  }

  /** The mapping version that the run keeps. */
  public int mappingId() {
    return mappingId;
  }

  void declare(String merged) {
    declaration = merged;
  }

  void settle(String by, Instant now) {
    if (state == RunState.OPEN) {
      state = RunState.SETTLING;
      settlingAt = now;
      finishedBy = by;
    }
  }

  void finish(Instant now) {
    state = RunState.FINISHED;
    finishedAt = now;
  }

  void useMapping(int newMappingId) {
    mappingId = newMappingId;
  }
}
