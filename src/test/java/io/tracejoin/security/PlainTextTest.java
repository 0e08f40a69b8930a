package io.tracejoin.security;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.springframework.security.web.firewall.StrictHttpFirewall;

class PlainTextTest {

  @Test
  void everyPlainCharacterPassesTheFrameworksChecks() {
    for (char c = 0; c < 0x200; c++) {
      String text = "a" + c;
      if (PlainText.isPlain(text)) {
        assertThat(StrictHttpFirewall.ALLOWED_HEADER_NAMES.test(text)).isTrue();
        assertThat(StrictHttpFirewall.ALLOWED_HEADER_VALUES.test(text)).isTrue();
        assertThat(StrictHttpFirewall.ALLOWED_PARAMETER_NAMES.test(text)).isTrue();
        assertThat(StrictHttpFirewall.ALLOWED_PARAMETER_VALUES.test(text)).isTrue();
      }
      assertThat(PlainText.isPlain(text)).isEqualTo(c >= 0x20 && c <= 0x7e);
    }
  }

  @Property
  void whatIsPlainIsPrintableAscii(@ForAll String text) {
    assertThat(PlainText.isPlain(text))
        .isEqualTo(text.chars().allMatch(it -> it >= 0x20 && it <= 0x7e));
  }
}
