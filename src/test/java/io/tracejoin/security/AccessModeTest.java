package io.tracejoin.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.mock.env.MockEnvironment;

class AccessModeTest {

  private final TestClock clock = new TestClock();
  private final Store store = new Store();

  @Test
  void aServiceIsOpenUntilThereIsAToken() {
    AccessMode mode = new AccessMode(new MockEnvironment(), store, clock);
    assertThat(mode.open()).isTrue();
    assertThat(mode.closesWithFirstToken()).isTrue();

    store.any = true;
    clock.forward(Duration.ofSeconds(6));
    assertThat(mode.open()).isFalse();

    store.any = false;
    clock.forward(Duration.ofHours(1));
    assertThat(mode.open()).isFalse();
  }

  @Test
  void theSettingOutweighsTheTokens() {
    store.any = true;
    assertThat(of("true").open()).isTrue();
    store.any = false;
    assertThat(of("false").open()).isFalse();
  }

  @Test
  void aDatabaseThatIsAwayOpensNothing() {
    AccessMode mode = new AccessMode(new MockEnvironment(), store, clock);
    store.away = true;
    assertThatThrownBy(mode::open).isInstanceOf(DataAccessResourceFailureException.class);

    store.away = false;
    assertThat(mode.open()).isTrue();
    store.away = true;
    clock.forward(Duration.ofMinutes(1));
    assertThat(mode.open()).isTrue();
  }

  private AccessMode of(String open) {
    return new AccessMode(
        new MockEnvironment().withProperty("tracejoin.security.open", open), store, clock);
  }

  private static final class Store implements TokenStore {
    private boolean any;
    private boolean away;

    @Override
    public boolean any() {
      if (away) {
        throw new DataAccessResourceFailureException("away");
      }
      return any;
    }

    @Override
    public Stored add(Draft draft) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Token> find(TokenHash hash) {
      return Optional.empty();
    }

    @Override
    public List<Stored> all() {
      return List.of();
    }

    @Override
    public Optional<Token> revoke(int id, Instant now) {
      return Optional.empty();
    }

    @Override
    public void used(int id, Instant now) {}
  }
}
