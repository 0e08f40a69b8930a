package io.tracejoin.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Who is asked to come back, and who is told that it is of no use. */
class ApiErrorsTest {

  @ParameterizedTest
  @MethodSource
  void onlyWhatMayPassAsksTheCallerToComeBack(RuntimeException failure, int status) {
    MvcTestResult answer =
        MockMvcTester.create(
                MockMvcBuilders.standaloneSetup(new Failing(failure))
                    .setControllerAdvice(new ApiErrors())
                    .build())
            .get()
            .uri("/")
            .exchange();

    assertThat(answer).hasStatus(status);
    assertThat(answer.getResponse().getHeader("Retry-After") != null).isEqualTo(status == 503);
    assertThat(answer)
        .bodyText()
        .contains("https://tracejoin.io/problems/")
        .doesNotContain("secret");
  }

  static Stream<Arguments> onlyWhatMayPassAsksTheCallerToComeBack() {
    return Stream.of(
        argumentSet("away", new DataAccessResourceFailureException("secret"), 503),
        argumentSet("no transaction", new CannotCreateTransactionException("secret"), 503),
        argumentSet("timeout", new QueryTimeoutException("secret"), 503),
        argumentSet("deadlock", new CannotAcquireLockException("secret"), 503),
        argumentSet("raced", new OptimisticLockingFailureException("secret"), 409),
        argumentSet("refused value", new DataIntegrityViolationException("secret"), 500),
        argumentSet(
            "wrong statement",
            new BadSqlGrammarException("t", "secret", new java.sql.SQLException("secret")),
            500));
  }

  @RestController
  static final class Failing {
    private final RuntimeException failure;

    Failing(RuntimeException failure) {
      this.failure = failure;
    }

    @GetMapping("/")
    String fail() {
      throw failure;
    }
  }
}
