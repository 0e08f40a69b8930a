package io.tracejoin.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

class TokensTest {

  private final TestClock clock = new TestClock();
  private final Store store = new Store();
  private final SecurityProperties settings = Settings.tokens(null, null);
  private final AccessMode mode = new AccessMode(new MockEnvironment(), store, clock);
  private final Tokens tokens =
      new Tokens(new ConfiguredTokens(settings), store, mode, settings, clock);

  @Test
  void theFirstTokenClosesTheServiceSoItIsAnAdministrators() {
    assertThatThrownBy(() -> tokens.issue("ci", Role.READ, null, "anyone"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("admin");
    assertThat(mode.open()).isTrue();

    tokens.issue("me", Role.ADMIN, null, "anyone");

    assertThat(mode.open()).isFalse();
    assertThat(tokens.issue("ci", Role.READ, null, "me").stored().token().role())
        .isEqualTo(Role.READ);
  }

  @Test
  void theSecretIsKeptAsAHashAlone() {
    Tokens.Issued issued = tokens.issue("me", Role.ADMIN, null, "anyone");

    assertThat(issued.secret()).startsWith("tj_").hasSizeGreaterThan(40);
    assertThat(store.tokens).containsOnlyKeys(TokenHash.of(issued.secret()));
    assertThat(tokens.issue("me", Role.ADMIN, null, "me").secret()).isNotEqualTo(issued.secret());
  }

  @Test
  void aLookUpHoldsForAWhileAndARevocationAtOnceInThisProcess() {
    TokenHash hash = TokenHash.of(tokens.issue("me", Role.ADMIN, null, "anyone").secret());
    Token token = tokens.find(hash).orElseThrow();
    assertThat(tokens.known(hash)).hasValue(token);

    clock.forward(Duration.ofSeconds(11));
    assertThat(tokens.known(hash)).isEmpty();

    tokens.find(hash);
    tokens.revoke(1);
    assertThat(tokens.known(hash)).isEmpty();
    assertThat(tokens.find(hash)).isEmpty();
  }

  @Test
  void aUseIsNotedOnceAMinute() {
    Tokens.Issued issued = tokens.issue("me", Role.ADMIN, null, "anyone");
    for (int i = 0; i < 100; i++) {
      tokens.used(issued.stored().token());
    }
    clock.forward(Duration.ofSeconds(61));
    tokens.used(issued.stored().token());

    assertThat(store.uses).hasSize(2);
  }

  private static final class Store implements TokenStore {
    private final Map<TokenHash, Token> tokens = new HashMap<>();
    private final List<Instant> uses = new ArrayList<>();

    @Override
    public Stored add(Draft draft) {
      Token token = new Token(tokens.size() + 1, draft.name(), draft.role(), draft.expiresAt());
      tokens.put(draft.hash(), token);
      return new Stored(token, draft.createdAt(), draft.createdBy(), null);
    }

    @Override
    public Optional<Token> find(TokenHash hash) {
      return Optional.ofNullable(tokens.get(hash));
    }

    @Override
    public List<Stored> all() {
      return List.of();
    }

    @Override
    public Optional<Token> revoke(int id, Instant now) {
      Optional<Token> revoked =
          tokens.values().stream().filter(it -> Integer.valueOf(id).equals(it.id())).findFirst();
      tokens.values().remove(revoked.orElse(null));
      return revoked;
    }

    @Override
    public void used(int id, Instant now) {
      uses.add(now);
    }

    @Override
    public boolean any() {
      return !tokens.isEmpty();
    }
  }
}
