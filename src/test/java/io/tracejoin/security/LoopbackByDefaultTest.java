package io.tracejoin.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.mock.env.MockEnvironment;

class LoopbackByDefaultTest {

  private static final String WEB = "server.address";
  private static final String GRPC = "spring.grpc.server.address";

  @Test
  void withoutATokenAllPortsAreOnLoopback() {
    MockEnvironment environment = processed(new MockEnvironment());

    assertThat(environment.getProperty(WEB)).isEqualTo("127.0.0.1");
    assertThat(environment.getProperty(GRPC)).isEqualTo("127.0.0.1");
    assertThat(environment.containsProperty("management.server.address")).isFalse();
  }

  @Test
  void aPortOfItsOwnForManagementIsOnLoopbackToo() {
    MockEnvironment environment =
        processed(new MockEnvironment().withProperty("management.server.port", "9090"));

    assertThat(environment.getProperty("management.server.address")).isEqualTo("127.0.0.1");
  }

  @ParameterizedTest
  @ValueSource(strings = {WEB, GRPC})
  void withoutATokenNoOtherAddressIsListenedOn(String property) {
    for (String address : new String[] {"0.0.0.0", "::", "10.1.2.3", "no.such.host.invalid"}) {
      assertThatThrownBy(() -> processed(new MockEnvironment().withProperty(property, address)))
          .isInstanceOf(OpenToOthersException.class)
          .hasMessageContaining(property)
          .hasMessageContaining(address);
    }
    assertThat(processed(new MockEnvironment().withProperty(property, "::1")).getProperty(property))
        .isEqualTo("::1");
  }

  @Test
  void aBlankAddressIsNone() {
    assertThat(processed(new MockEnvironment().withProperty(WEB, " ")).getProperty(WEB))
        .isEqualTo("127.0.0.1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tracejoin.security.bootstrap-token",
        "tracejoin.security.tokens-file",
        "spring.security.oauth2.resourceserver.jwt.issuer-uri",
        "tracejoin.security.open"
      })
  void whoSaysWhoMayComeInMayListenAnywhere(String property) {
    MockEnvironment environment =
        new MockEnvironment().withProperty(property, "true").withProperty(WEB, "0.0.0.0");

    assertThat(processed(environment).getProperty(WEB)).isEqualTo("0.0.0.0");
    assertThat(environment.getProperty(GRPC)).isNull();
  }

  @Test
  void aBlankTokenIsNone() {
    assertThatThrownBy(
            () ->
                processed(
                    new MockEnvironment()
                        .withProperty("tracejoin.security.bootstrap-token", "")
                        .withProperty(WEB, "0.0.0.0")))
        .isInstanceOf(OpenToOthersException.class);
  }

  @Test
  void theFailureSaysWhatToDo() {
    OpenToOthersException failure = new OpenToOthersException(WEB, "0.0.0.0");

    var analysis = new OpenToOthersAnalyzer().analyze(failure, failure);

    assertThat(analysis.getDescription()).contains("server.address=0.0.0.0");
    assertThat(analysis.getAction()).contains("bootstrap-token", "tracejoin.security.open=true");
  }

  private static MockEnvironment processed(MockEnvironment environment) {
    new LoopbackByDefault().postProcessEnvironment(environment, new SpringApplication());
    return environment;
  }
}
