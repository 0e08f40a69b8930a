package io.tracejoin.budget;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Keeps budgets and their versions. */
@Component
public final class Budgets {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");
  private static final JsonMapper JSON = new JsonMapper();

  private final BudgetRepository versions;
  private final BudgetReader reader;
  private final Clock clock;

  Budgets(BudgetRepository versions, Selectable selectable, Clock clock) {
    this.versions = versions;
    this.reader = new BudgetReader(selectable.dimensions());
    this.clock = clock;
  }

  /**
   * What came of a document that was given.
   *
   * @param created false where the newest version says the same already
   */
  public record Put(StoredBudget version, boolean created, List<String> warnings) {}

  /**
   * Reads a document without storing it.
   *
   * @throws BadBudgetException with all that is wrong
   */
  public Budget read(String text) {
    return reader.read(text);
  }

  /** What a stored version says. */
  public Budget read(StoredBudget version) {
    return reader.read(version.document());
  }

  /**
   * Makes the next version of a budget, unless the newest says the same.
   *
   * @param expected the newest version that the caller knows, 0 for none; null: any
   * @throws BadBudgetException with all that is wrong with the document
   * @throws StaleBudgetException if the newest version is another than expected
   * @throws IllegalArgumentException if the name has another form
   */
  public Put put(String name, String text, @Nullable Integer expected) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("name: expected 1 to 100 of A-Z a-z 0-9 . _ -");
    }
    Budget budget = read(text);
    Optional<StoredBudget> newest = newest(name);
    int version = newest.map(StoredBudget::version).orElse(0);
    if (expected != null && expected != version) {
      throw new StaleBudgetException(name, version);
    }
    String document = JSON.writeValueAsString(BudgetDocument.of(budget));
    if (newest.isPresent() && saysTheSame(newest.get(), document)) {
      return new Put(newest.get(), false, Advice.on(budget));
    }
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    StoredBudget next = new StoredBudget(name, version + 1, text, document, now);
    return new Put(stored(next), true, Advice.on(budget));
  }

  /** The newest version of a budget. */
  public Optional<StoredBudget> newest(String name) {
    return versions.findFirstByNameOrderByVersionDesc(name);
  }

  /** One version of a budget. */
  public Optional<StoredBudget> find(String name, int version) {
    return versions.findByNameAndVersion(name, version);
  }

  /** All versions of a budget, the newest first. */
  public List<StoredBudget> versions(String name) {
    return versions.findByNameOrderByVersionDesc(name);
  }

  /** The newest version of each budget, by name. */
  public List<StoredBudget> all() {
    return versions.newest();
  }

  private StoredBudget stored(StoredBudget next) {
    try {
      return versions.saveAndFlush(next);
    } catch (DataIntegrityViolationException raced) {
      throw new StaleBudgetException(next.name(), next.version());
    }
  }

  private static boolean saysTheSame(StoredBudget newest, String document) {
    JsonNode stored = JSON.readTree(newest.document());
    return stored.equals(JSON.readTree(document));
  }
}
