package io.tracejoin.decompose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestIdTest {

  @ParameterizedTest
  @CsvSource({
    "run42-7,run42-7",
    "chatcmpl-run42-7,run42-7",
    "cmpl-run42-7-0,run42-7",
    "resp_abc,abc",
    "' abc ',abc",
    "Abc,Abc",
    "chatcmpl-chatcmpl-abc,abc",
    "cmpl-chatcmpl-abc-3,abc-3",
    "CC73ABE9-9EBA-409F-822A-87DC52E17FD9,cc73abe9-9eba-409f-822a-87dc52e17fd9",
    "cmpl-cc73abe9-9eba-409f-822a-870052017009,cc73abe9-9eba-409f-822a-870052017009",
    "cmpl-cc73abe9-9eba-409f-822a-870052017009-12,cc73abe9-9eba-409f-822a-870052017009",
    "chatcmpl-CC73ABE99EBA409F822A87DC52E17FD9,cc73abe99eba409f822a87dc52e17fd9"
  })
  void clientAndServerMeanOneId(String told, String meant) {
    assertThat(RequestId.of(told)).isEqualTo(new RequestId(meant));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "cmpl-", "resp_", "chatcmpl-cmpl-"})
  void aPrefixAloneIsNoId(String told) {
    assertThat(RequestId.of(told)).isNull();
  }

  @Test
  void aTextOfAnyLengthIsNoId() {
    assertThat(RequestId.of("x".repeat(RequestId.LONGEST))).isNotNull();
    assertThat(RequestId.of("x".repeat(RequestId.LONGEST + 1))).isNull();
  }

  @Property
  void whatTheServerMakesOfAnIdIsTheId(
      @ForAll("ids") String id, @ForAll @IntRange(max = 999) int n) {
    RequestId sent = Objects.requireNonNull(RequestId.of(id));

    assertThat(RequestId.of("chatcmpl-" + id)).isEqualTo(sent);
    assertThat(RequestId.of("resp_" + id)).isEqualTo(sent);
    assertThat(RequestId.of("cmpl-" + id + "-" + n)).isEqualTo(sent);
    assertThat(RequestId.of(sent.value())).isEqualTo(sent);
  }

  @Property
  void uuidsAreOneInAnyCase(@ForAll long high, @ForAll long low) {
    String id = new UUID(high, low).toString();

    assertThat(RequestId.of(id.toUpperCase(Locale.ROOT))).isEqualTo(RequestId.of(id));
    assertThat(RequestId.of("cmpl-" + id)).isEqualTo(RequestId.of(id));
  }

  @Property
  void otherIdsStayApart(@ForAll("ids") String one, @ForAll("ids") String other) {
    if (!one.equals(other)) {
      assertThat(RequestId.of(one)).isNotEqualTo(RequestId.of(other));
    }
  }

  /** Without a prefix of a server. */
  @Provide
  Arbitrary<String> ids() {
    return Arbitraries.strings()
        .withCharRange('a', 'f')
        .withCharRange('0', '9')
        .withChars('-', '_', 'X')
        .ofMinLength(1)
        .ofMaxLength(30)
        .filter(it -> !it.isBlank());
  }
}
