package io.tracejoin.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tracejoin.decompose.Mapping;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MappingYamlTest {

  private static final String RULE =
      """
      name: own
      profiles:
        - name: own
          rules:
            - %s
      """;

  @Test
  void readsTheShippedMapping() throws IOException {
    try (InputStream in = MappingYaml.class.getResourceAsStream("/mappings/llm-gateway.yaml")) {
      assertThat(in).isNotNull();
      String yaml = new String(in.readAllBytes(), StandardCharsets.UTF_8);

      Mapping mapping = MappingYaml.read(3, 2, yaml);

      assertThat(mapping.id()).isEqualTo(3);
      assertThat(mapping.name()).isEqualTo("llm-gateway");
      assertThat(mapping.version()).isEqualTo(2);
      assertThat(mapping.profiles())
          .extracting(Mapping.Profile::name)
          .containsExactly("llm-gateway", "vllm");
      assertThat(mapping.attributes())
          .contains("llm.phase", "llm.pool", "gen_ai.latency.time_in_queue", "gen_ai.system");
      assertThat(mapping.events()).containsExactly("first_token");
    }
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        Arguments.argumentSet("empty", "", "empty"),
        Arguments.argumentSet("no YAML", "a: [", "no YAML"),
        Arguments.argumentSet("no name", "root_self: gateway", "name: is missing"),
        Arguments.argumentSet(
            "unknown key", "name: x\nextra: 1", "line 2, column 1: extra: unknown key"),
        Arguments.argumentSet(
            "repeated key", "name: x\nname: y", "line 2, column 1: name: repeated key"),
        Arguments.argumentSet("unknown dimension", "name: x\ndimensions: {colour: [a]}", "colour"),
        Arguments.argumentSet(
            "unknown phase",
            RULE.formatted("{when: {names: [a]}, phase: thinking}"),
            "profiles[0].rules[0].phase: 'thinking' is none of gateway"),
        Arguments.argumentSet("no condition", RULE.formatted("{when: {}, phase: gateway}"), "when"),
        Arguments.argumentSet("no effect", RULE.formatted("{when: {names: [a]}}"), "says nothing"),
        Arguments.argumentSet(
            "ignored with a phase",
            RULE.formatted("{when: {names: [a]}, ignore: true, phase: gateway}"),
            "line 5, column 9: profiles[0].rules[0]: ignore:"),
        Arguments.argumentSet(
            "no unit",
            RULE.formatted("{when: {names: [a]}, parts: [{phase: decode, attribute: x}]}"),
            "parts[0]: unit: is missing"),
        Arguments.argumentSet(
            "a part that no carrier holds",
            RULE.formatted(
                "{when: {names: [a]}, parts: [{phase: gateway, attribute: x, unit: s}]}"),
            "none of gpu_queue"),
        Arguments.argumentSet(
            "a point of two sources",
            RULE.formatted("{when: {names: [a]}, points: [{kind: token, event: e, at: start}]}"),
            "expected one of"),
        Arguments.argumentSet(
            "no flag", RULE.formatted("{when: {names: [a]}, ignore: maybe}"), "true or false"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void namesThePlaceOfAMistake(String yaml, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MappingYaml.read(1, 1, yaml))
        .withMessageContaining(message);
  }
}
