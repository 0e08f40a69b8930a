package io.tracejoin.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FewValuesTest {

  private final FewValues few = new FewValues(3, 10);

  @Test
  void knowsAKeyWithManyValuesForGood() {
    for (long i = 1; i <= 3; i++) {
      assertThat(few.has("tokens", i)).isTrue();
    }

    assertThat(few.has("tokens", 4L)).isFalse();
    assertThat(few.has("tokens", 1L)).isFalse();
    assertThat(few.has("model", "m")).isTrue();
  }

  @Test
  void theFirstValuesStayWhereTheyAreToStay() {
    FewValues first = FewValues.first(2, 10);
    assertThat(first.has("", "chat")).isTrue();
    assertThat(first.has("", "queue")).isTrue();

    assertThat(first.has("", "chat-0001")).isFalse();
    assertThat(first.has("", "chat")).isTrue();
  }

  @Test
  void takesNoFractionAndNoLongText() {
    assertThat(few.has("share", 0.5)).isFalse();
    assertThat(few.has("model", "a model of a long name")).isFalse();
    assertThat(few.has("model", "short")).isTrue();
  }

  @Test
  void isBoundedInItsKeysToo() {
    for (int i = 0; i < 500; i++) {
      assertThat(few.has("key" + i, true)).isTrue();
    }

    assertThat(few.has("one more", true)).isFalse();
    assertThat(few.has("key7", false)).isTrue();
  }
}
