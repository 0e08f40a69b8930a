package io.tracejoin.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowListTest {

  private final AllowList shipped =
      AllowList.of(IngestSettings.shipped(), Set.of("llm.tier"), Set.of("token.1"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "llm.phase",
        "gen_ai.latency.time_in_queue",
        "gen_ai.usage.output_tokens",
        "http.response.status_code",
        "asgi.event.type",
        "llm.tier"
      })
  void keepsWhatIsTechnicalAndWhatTheMappingReads(String key) {
    assertThat(shipped.attribute(key).kept()).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "db.statement",
        "client.address",
        "url.full",
        "gen_ai.prompt.0.content",
        "gen_ai.request.id",
        "anything.else",
        "gen_ai.usage"
      })
  void dropsTheRest(String key) {
    assertThat(shipped.attribute(key).kept()).isNull();
  }

  @Test
  void neverKeepsTextsOfUsersWhateverTheSettingsSay() {
    AllowList everything =
        new AllowList(List.of("*", "db.statement"), List.of(), List.of("own.id"));

    assertThat(everything.attribute("db.statement").kept()).isNull();
    assertThat(everything.attribute("gen_ai.input.messages").kept()).isNull();
    assertThat(everything.attribute("own.id").kept()).isNull();
    assertThat(everything.attribute("harmless").kept()).isEqualTo("harmless");
  }

  @Test
  void keepsEventsThatTheMappingReads() {
    assertThat(shipped.event("first_token")).isEqualTo("first_token");
    assertThat(shipped.event("token.1")).isEqualTo("token.1");
    assertThat(shipped.event("exception")).isNull();
  }
}
