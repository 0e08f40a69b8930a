package io.tracejoin.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracejoin.TestDatabase;
import io.tracejoin.decompose.Mapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoredMappingsIT {

  private final TestDatabase database = TestDatabase.create();

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void makesAVersionOfEachChangedDocumentAlone() {
    assertThat(mappings("one").current().version()).isEqualTo(1);
    assertThat(mappings("one").current().version()).isEqualTo(1);
    StoredMappings changed = mappings("two");
    assertThat(changed.current().version()).isEqualTo(2);
    assertThat(mappings("one").current().version()).isEqualTo(3);

    int first = changed.current().id() - 1;
    assertThat(changed.find(first).version()).isEqualTo(1);
    assertThatThrownBy(() -> changed.find(99)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keepsTheTextOfEveryVersion() {
    mappings("one");
    StoredMappings changed = mappings("two");

    assertThat(changed.inForce().yaml()).isEqualTo("two");
    assertThat(changed.find("m", 1).orElseThrow().yaml()).isEqualTo("one");
    assertThat(changed.find("m", 1).orElseThrow().mapping().version()).isEqualTo(1);
    assertThat(changed.find("m", 3)).isEmpty();
    assertThat(changed.find("n", 1)).isEmpty();
  }

  @Test
  void processesThatStartAtOnceMakeOneVersion() throws InterruptedException {
    List<Thread> racers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Thread racer = new Thread(() -> mappings("same"));
      racers.add(racer);
      racer.start();
    }
    for (Thread racer : racers) {
      racer.join();
    }

    assertThat(database.jdbc().queryForObject("SELECT count(*) FROM mapping", Long.class))
        .isEqualTo(1);
  }

  private StoredMappings mappings(String document) {
    return new StoredMappings(
        database.jdbc(), new Transactions(database.dataSource()), StoredMappingsIT::read, document);
  }

  private static Mapping read(String yaml, int id, int version) {
    return new Mapping(
        id, "m", version, List.of(), Mapping.RootSelf.UNATTRIBUTED, Set.of(), Map.of());
  }
}
