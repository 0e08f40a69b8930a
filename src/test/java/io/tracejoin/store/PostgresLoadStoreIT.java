package io.tracejoin.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.ingest.client.LoadSecond;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.DataClassRowMapper;

class PostgresLoadStoreIT {

  private final StoreFixture fixture = new StoreFixture();
  private final PostgresLoadStore store = new PostgresLoadStore(fixture.jdbc, fixture.transactions);
  private final int run = fixture.run("r1");

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void theSameLoadAgainChangesNothing() {
    List<LoadSecond> load =
        List.of(new LoadSecond("", 7, 0, 0, 2, 9), new LoadSecond("chat", 7, 3, 1, null, null));
    store.store(run, "pod", load);
    String before = versions();
    store.store(run, "pod", load);
    store.store(run, "pod", List.of(new LoadSecond("chat", 7, 1, 0, null, null)));
    assertThat(stored()).isEqualTo(load);
    assertThat(versions()).isEqualTo(before);
  }

  @Test
  void moreOfASecondTakesThePlaceOfLess() {
    store.store(run, "pod", List.of(new LoadSecond("", 7, 0, 0, null, 9)));
    store.store(run, "pod", List.of(new LoadSecond("", 7, 2, 0, 5, null)));
    assertThat(stored()).containsExactly(new LoadSecond("", 7, 2, 0, 5, 9));
  }

  @Test
  void generatorsAreKeptApart() {
    store.store(run, "one", List.of(new LoadSecond("chat", 7, 2, 0, null, null)));
    store.store(run, "two", List.of(new LoadSecond("chat", 7, 3, 0, null, null)));
    assertThat(stored()).hasSize(2);
  }

  private List<LoadSecond> stored() {
    return fixture.jdbc.query(
        "SELECT * FROM load_second WHERE run_id = ? ORDER BY generator, scenario, second",
        DataClassRowMapper.newInstance(LoadSecond.class),
        run);
  }

  private String versions() {
    return String.valueOf(
        fixture.jdbc.queryForObject(
            "SELECT string_agg(xmin::text, ',') FROM load_second", String.class));
  }
}
