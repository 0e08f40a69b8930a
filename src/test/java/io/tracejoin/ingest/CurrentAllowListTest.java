package io.tracejoin.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracejoin.decompose.Dimension;
import io.tracejoin.decompose.Mapping;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataAccessResourceFailureException;

class CurrentAllowListTest {

  private CurrentMapping mapping = () -> reading("llm.pool.a");
  private final CurrentAllowList list =
      new CurrentAllowList(IngestSettings.shipped(), provider(() -> mapping.get()));

  @Test
  void followsTheMappingInForce() {
    assertThat(list.get().attribute("llm.pool.a").kept()).isNotNull();

    mapping = () -> reading("llm.pool.b");
    list.refresh();

    assertThat(list.get().attribute("llm.pool.b").kept()).isNotNull();
    assertThat(list.get().attribute("llm.pool.a").kept()).isNull();
  }

  @Test
  void keepsTheLastMappingWhileTheDatabaseIsAway() {
    AllowList before = list.get();

    mapping = CurrentAllowListTest::away;
    list.refresh();

    assertThat(list.get()).isSameAs(before);
  }

  @Test
  void takesNothingBeforeTheMappingIsKnown() {
    mapping = CurrentAllowListTest::away;

    assertThatThrownBy(list::get).isInstanceOf(DataAccessResourceFailureException.class);
  }

  @Test
  void doesWithoutAMapping() {
    CurrentAllowList alone = new CurrentAllowList(IngestSettings.shipped(), provider(null));

    assertThat(alone.get().attribute("llm.phase").kept()).isNotNull();
  }

  private static Mapping away() {
    throw new DataAccessResourceFailureException("away");
  }

  private static Mapping reading(String attribute) {
    return new Mapping(
        1,
        "test",
        1,
        List.of(),
        Mapping.RootSelf.UNATTRIBUTED,
        Set.of(),
        Map.of(Dimension.values()[0], List.of(attribute)));
  }

  private static ObjectProvider<CurrentMapping> provider(@Nullable CurrentMapping mapping) {
    return new ObjectProvider<>() {
      @Override
      public Stream<CurrentMapping> stream() {
        return Stream.ofNullable(mapping);
      }

      @Override
      public @Nullable CurrentMapping getIfAvailable() {
        return mapping;
      }
    };
  }
}
