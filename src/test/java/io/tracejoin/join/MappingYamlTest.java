package io.tracejoin.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tracejoin.decompose.Dimension;
import io.tracejoin.decompose.Mapping;
import io.tracejoin.decompose.Phase;
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
          .startsWith("llm-phase", "noise", "vllm")
          .endsWith("llm-gateway", "genai-client", "first-chunk");
      assertThat(mapping.attributes())
          .contains("llm.phase", "llm.pool", "gen_ai.latency.time_in_queue", "gen_ai.system");
      assertThat(mapping.events()).containsExactlyInAnyOrder("first_token", "QUEUE_START");
    }
  }

  @Test
  void writesAShippedMappingOutSoThatItNeedsNothingElse() throws IOException {
    String whole = MappingYaml.selfContained(shipped());

    assertThat(MappingYaml.read(1, 1, whole)).isEqualTo(MappingYaml.read(1, 1, shipped()));
    assertThat(MappingYaml.selfContained(whole)).isEqualTo(whole);
    assertThat(whole).contains("# Kong in front", "names: [llm_request]");
  }

  @Test
  void aDocumentThatRefersToNothingStaysAsItIs() {
    String yaml = RULE.formatted("{when: {names: [a]}, phase: gateway} # ours");

    assertThat(MappingYaml.selfContained(yaml)).isEqualTo(yaml);
  }

  @Test
  void ownRulesGoBeforeTheMappingThatIsExtended() throws IOException {
    String yaml =
        """
        extends: llm-gateway
        absent: {gpu_queue: zero}
        dimensions: {model: [own.model], worker: [own.worker]}
        profiles:
          - name: own
            rules:
              - {when: {names: [generate]}, phase: decode}
        """;

    Mapping shipped = MappingYaml.read(1, 1, shipped());
    Mapping mapping = MappingYaml.read(1, 1, MappingYaml.selfContained(yaml));

    assertThat(mapping.name()).isEqualTo("llm-gateway");
    assertThat(mapping.profiles()).hasSize(shipped.profiles().size() + 1);
    assertThat(mapping.profiles().get(0).name()).isEqualTo("own");
    assertThat(mapping.profiles().subList(1, mapping.profiles().size()))
        .isEqualTo(shipped.profiles());
    assertThat(mapping.absentZero()).containsExactly(Phase.GPU_QUEUE);
    assertThat(mapping.dimensions().get(Dimension.MODEL))
        .startsWith("own.model", "llm.model")
        .endsWith("triton.model_name");
    assertThat(mapping).isEqualTo(MappingYaml.read(1, 1, yaml));
  }

  private static String shipped() throws IOException {
    try (InputStream in = MappingYaml.class.getResourceAsStream("/mappings/llm-gateway.yaml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
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
            "parts[0]: unit: is given with attribute"),
        Arguments.argumentSet(
            "an event without its child",
            RULE.formatted("{when: {names: [a]}, parts: [{phase: decode, event: x}]}"),
            "parts[0]: to_child: is given with event"),
        Arguments.argumentSet(
            "a star that ingest does not know",
            RULE.formatted("{when: {present: [a.*.b]}, phase: gateway}"),
            "line 5, column 9: profiles[0].rules[0]: present: 'a.*.b'"),
        Arguments.argumentSet(
            "two traits",
            RULE.formatted("{when: {names: [a]}, phase: gpu_queue, slot: true, carrier: true}"),
            "one of them at most"),
        Arguments.argumentSet(
            "a call that is no request of a provider",
            RULE.formatted("{when: {names: [a]}, phase: gateway, call: true}"),
            "call: only a rule of phase provider_request"),
        Arguments.argumentSet(
            "no such profile",
            "name: x\nprofiles:\n  - none",
            "line 3, column 5: profiles[0]: no profile"),
        Arguments.argumentSet(
            "no such mapping", "extends: ../application", "line 1, column 10: extends: no mapping"),
        Arguments.argumentSet(
            "a mistake before an extended mapping",
            "extends: llm-gateway\nprofiles:\n  - name: own\n    rules:\n      - {when: {}}",
            "line 5, column 9: profiles[0].rules[0]: when"),
        Arguments.argumentSet(
            "a part that no carrier holds",
            RULE.formatted(
                "{when: {names: [a]}, parts: [{phase: app_queue, attribute: x, unit: s}]}"),
            "none of gateway, gpu_queue"),
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
