package io.tracejoin.ingest.client;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracejoin.run.RunDeclaration.Load;
import io.tracejoin.run.RunDeclaration.Stage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.ErrorResponseException;
import tools.jackson.databind.node.ObjectNode;

class K6PromiseTest {

  @Test
  void inspectSaysEveryScenarioPerSecond() throws IOException {
    K6Promise promise = read(text("k6-samples/sample-inspect-excerpt.json"));

    Load chat = requireNonNull(promise.scenarios().get("chat"));
    assertThat(chat.model()).isEqualTo("open");
    assertThat(chat.executor()).isEqualTo("constant-arrival-rate");
    assertThat(chat.arrival()).isEqualTo("constant");
    assertThat(chat.targetRate()).isEqualTo(1);
    assertThat(chat.plannedDurationS()).isEqualTo(4);
    assertThat(chat.maxConcurrency()).isEqualTo(2);
    Load soak = requireNonNull(promise.scenarios().get("soak"));
    assertThat(soak.startRate()).isEqualTo(5);
    assertThat(soak.timeUnitS()).isEqualTo(60);
    assertThat(soak.stages())
        .containsExactly(new Stage(5.0, 60.0, null), new Stage(10.0, 120.0, null));
    assertThat(soak.startS()).isEqualTo(4);
    assertThat(soak.vus()).isEqualTo(50);
    assertThat(soak.maxVus()).isEqualTo(120);
    assertThat(promise.whole().maxConcurrency()).isEqualTo(122);
    assertThat(promise.whole().plannedDurationS()).isEqualTo(184);
    assertThat(promise.whole().model()).isEqualTo("open");
    assertThat(promise.whole().executor()).isNull();
    assertThat(promise.whole().targetRate()).isNull();
  }

  @Test
  void theOnlyScenarioIsTheRun() {
    K6Promise promise =
        read(
            """
            {"scenarios": {"main": {"executor": "constant-arrival-rate", "rate": 480,
              "timeUnit": "1m", "duration": 640000, "preAllocatedVUs": 50,
              "env": {"KEY": "s3cret"}, "tags": {"team": "a"}}}}
            """);

    assertThat(promise.whole()).isEqualTo(promise.scenarios().get("main"));
    assertThat(promise.whole().targetRate()).isEqualTo(8);
    assertThat(promise.whole().plannedDurationS()).isEqualTo(640);
    assertThat(promise.whole().maxConcurrency()).isEqualTo(50);
    assertThat(promise.patch(Set.of()).toString()).doesNotContain("s3cret").doesNotContain("team");
  }

  @Test
  void closedExecutorsPromiseUsers() {
    Load constant = only("{\"executor\":\"constant-vus\",\"vus\":7,\"duration\":\"1m\"}");
    assertThat(constant.model()).isEqualTo("closed");
    assertThat(constant.vus()).isEqualTo(7);
    assertThat(constant.maxConcurrency()).isEqualTo(7);
    assertThat(constant.plannedDurationS()).isEqualTo(60);
    assertThat(constant.targetRate()).isNull();

    Load ramp =
        only(
            "{\"executor\":\"ramping-vus\",\"stages\":[{\"duration\":\"10s\",\"target\":20},"
                + "{\"duration\":\"5s\",\"target\":0}]}");
    assertThat(ramp.vus()).isEqualTo(1);
    assertThat(ramp.maxConcurrency()).isEqualTo(20);
    assertThat(ramp.plannedDurationS()).isEqualTo(15);
    assertThat(ramp.stages()).containsExactly(new Stage(null, 10.0, 20), new Stage(null, 5.0, 0));

    Load each =
        only(
            "{\"executor\":\"per-vu-iterations\",\"vus\":3,\"iterations\":5,\"maxDuration\":\"2m\"}");
    assertThat(each.iterations()).isEqualTo(15);
    assertThat(each.plannedDurationS()).isNull();
    assertThat(each.maxDurationS()).isEqualTo(120);
    assertThat(only("{\"executor\":\"shared-iterations\",\"vus\":3,\"iterations\":5}").iterations())
        .isEqualTo(5);
  }

  @Test
  void shortcutsAreTheScenarioDefault() {
    K6Promise users = read("{\"options\":{\"vus\":10,\"duration\":\"30s\"}}");
    assertThat(users.scenarios().keySet()).containsExactly("default");
    assertThat(users.whole().executor()).isEqualTo("constant-vus");
    assertThat(users.whole().vus()).isEqualTo(10);

    Load ramp = read("{\"vus\":4,\"stages\":[{\"duration\":\"1m\",\"target\":8}]}").whole();
    assertThat(ramp.executor()).isEqualTo("ramping-vus");
    assertThat(ramp.vus()).isEqualTo(4);

    Load shared = read("{\"iterations\":100,\"vus\":4,\"duration\":\"10m\"}").whole();
    assertThat(shared.executor()).isEqualTo("shared-iterations");
    assertThat(shared.iterations()).isEqualTo(100);
    assertThat(shared.maxDurationS()).isEqualTo(600);
  }

  @Test
  void rightAtOnceRatesAddUp() {
    String one = "{\"executor\":\"constant-arrival-rate\",\"rate\":%d,\"duration\":\"10s\"%s}";
    assertThat(
            read("{\"scenarios\":{\"a\":%s,\"b\":%s}}"
                    .formatted(one.formatted(3, ""), one.formatted(4, "")))
                .whole()
                .targetRate())
        .isEqualTo(7);
    assertThat(
            read("{\"scenarios\":{\"a\":%s,\"b\":%s}}"
                    .formatted(one.formatted(3, ""), one.formatted(4, ",\"startTime\":\"10s\"")))
                .whole()
                .targetRate())
        .isNull();
  }

  @Test
  void whatIsNotPromisedAnyMoreIsTakenBack() {
    ObjectNode patch = read("{\"vus\":1,\"duration\":\"10s\"}").patch(Set.of("gone", "default"));

    assertThat(patch.path("load").get("target_rate").isNull()).isTrue();
    assertThat(patch.path("load").get("stages").isNull()).isTrue();
    assertThat(patch.path("load").has("requests_per_iteration")).isFalse();
    assertThat(patch.path("scenarios").path("gone").get("load").isNull()).isTrue();
    assertThat(patch.path("scenarios").path("default").path("load").path("vus").asInt())
        .isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"thresholds\":{}}",
        "{\"scenarios\":{}}",
        "{\"scenarios\":{\"a\":{}}}",
        "{\"scenarios\":{\"a\":{\"executor\":\"warp\"}}}",
        "{\"scenarios\":{\"a\":{\"executor\":\"constant-arrival-rate\",\"rate\":-1}}}",
        "{\"scenarios\":{\"a\":{\"executor\":\"constant-arrival-rate\",\"rate\":1,\"timeUnit\":0}}}",
        "{\"scenarios\":{\"a\":{\"executor\":\"constant-vus\",\"duration\":\"soon\"}}}"
      })
  void whatPromisesNoLoadIsRefused(String body) {
    assertThatThrownBy(() -> read(body))
        .isInstanceOfSatisfying(
            ErrorResponseException.class,
            it -> assertThat(it.getStatusCode().value()).isEqualTo(422));
  }

  private static Load only(String scenario) {
    Map<String, Load> scenarios = read("{\"scenarios\":{\"s\":" + scenario + "}}").scenarios();
    return List.copyOf(scenarios.values()).get(0);
  }

  private static K6Promise read(String json) {
    return K6Promise.read(K6Body.object(json.getBytes(StandardCharsets.UTF_8)));
  }

  private static String text(String name) throws IOException {
    try (InputStream in = K6PromiseTest.class.getResourceAsStream("/formats/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
