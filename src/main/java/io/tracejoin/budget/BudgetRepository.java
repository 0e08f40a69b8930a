package io.tracejoin.budget;

import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/** Stored versions of budgets. */
interface BudgetRepository extends Repository<StoredBudget, Integer> {

  StoredBudget saveAndFlush(StoredBudget version);

  Optional<StoredBudget> findFirstByNameOrderByVersionDesc(String name);

  Optional<StoredBudget> findByNameAndVersion(String name, int version);

  List<StoredBudget> findByNameOrderByVersionDesc(String name);

  /** The newest version of each. */
  @Query(
      """
      SELECT b FROM StoredBudget b
       WHERE b.version = (SELECT max(o.version) FROM StoredBudget o WHERE o.name = b.name)
       ORDER BY b.name
      """)
  List<StoredBudget> newest();
}
