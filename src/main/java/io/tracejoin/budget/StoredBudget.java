package io.tracejoin.budget;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** One version of a budget. Versions are never changed. */
@Entity
@Table(name = "budget_version")
public class StoredBudget {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Integer id;

  @Column(updatable = false)
  private String name;

  @Column(updatable = false)
  private int version;

  @Column(updatable = false)
  private String text;

  @Column(updatable = false)
  @JdbcTypeCode(SqlTypes.JSON)
  private String document;

  @Column(name = "created_at", updatable = false)
  private Instant createdAt;

  @SuppressWarnings("NullAway.Init")
  protected StoredBudget() {}

  StoredBudget(String name, int version, String text, String document, Instant createdAt) {
    this.name = name;
    this.version = version;
    this.text = text;
    this.document = document;
    this.createdAt = createdAt;
  }

  /** What clients call the budget. */
  public String name() {
    return name;
  }

  /** From 1. */
  public int version() {
    return version;
  }

  /** The document as it was given, YAML or JSON. */
  public String text() {
    return text;
  }

  /** The document in its one form, as JSON. */
  public String document() {
    return document;
  }

  /** When it came, by the service's clock. */
  public Instant createdAt() {
    return createdAt;
  }
}
