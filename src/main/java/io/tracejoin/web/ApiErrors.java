package io.tracejoin.web;

import io.tracejoin.errand.AbandonedException;
import io.tracejoin.errand.Errand;
import io.tracejoin.run.TooManyRunsException;
import java.net.URI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** The one edge at which errors become problem+json with a stable type. */
@RestControllerAdvice
final class ApiErrors extends ResponseEntityExceptionHandler {

  private static final Logger log = LoggerFactory.getLogger(ApiErrors.class);
  private static final String RETRY_AFTER_SECONDS = "5";

  /** A value refused its input: the message names the field. */
  @ExceptionHandler(IllegalArgumentException.class)
  ResponseEntity<ProblemDetail> badRequest(IllegalArgumentException refused) {
    return answer(HttpStatus.BAD_REQUEST, "bad-request", String.valueOf(refused.getMessage()));
  }

  /** Two writers changed one row: the later one tries again with what it finds now. */
  @ExceptionHandler(OptimisticLockingFailureException.class)
  ResponseEntity<ProblemDetail> conflict(OptimisticLockingFailureException conflict) {
    return answer(
        HttpStatus.CONFLICT,
        "conflict",
        "It was changed by someone else meanwhile; send it again.");
  }

  /** A sender takes longer than its body may. */
  @ExceptionHandler(SlowBodyException.class)
  ResponseEntity<ProblemDetail> slow(SlowBodyException slow) {
    return answer(HttpStatus.REQUEST_TIMEOUT, "slow-body", String.valueOf(slow.getMessage()));
  }

  /** A further run is one too many. */
  @ExceptionHandler(TooManyRunsException.class)
  ResponseEntity<ProblemDetail> tooManyRuns(TooManyRunsException refused) {
    return answer(HttpStatus.CONFLICT, "too-many-runs", String.valueOf(refused.getMessage()));
  }

  /**
   * The database refuses, and will refuse again: a fault of the service. Not a word of the data.
   */
  @ExceptionHandler(DataAccessException.class)
  ResponseEntity<ProblemDetail> refused(DataAccessException failure) {
    log.error("the database refuses a statement: {}", failure.getClass().getName());
    log.debug("refused", failure);
    return answer(
        HttpStatus.INTERNAL_SERVER_ERROR,
        "database-refused",
        "The database refuses this; the service's log names the kind of failure.");
  }

  /** The database is away or busy: nothing is lost if the caller comes back. */
  @ExceptionHandler({
    TransientDataAccessException.class,
    RecoverableDataAccessException.class,
    NonTransientDataAccessResourceException.class,
    TransactionException.class
  })
  ResponseEntity<ProblemDetail> unavailable(Exception failure) {
    if (Errand.current().filter(Errand::abandoned).isPresent()) {
      return abandoned();
    }
    log.warn("the database does not answer: {}", failure.toString());
    ProblemDetail problem =
        problem(
            HttpStatus.SERVICE_UNAVAILABLE,
            "database-unavailable",
            "The database does not answer; try again.");
    return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
        .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
        .body(problem);
  }

  /** Nobody reads it; that is no failure of anything. */
  @ExceptionHandler(AbandonedException.class)
  ResponseEntity<ProblemDetail> abandoned() {
    return answer(HttpStatus.SERVICE_UNAVAILABLE, "abandoned", "Whoever asked has left.");
  }

  @Override
  protected ResponseEntity<Object> createResponseEntity(
      @org.jspecify.annotations.Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      org.springframework.web.context.request.WebRequest request) {
    if (body instanceof ProblemDetail problem && isUntyped(problem)) {
      problem.setType(type(untyped(status)));
    }
    return new ResponseEntity<>(body, headers, status);
  }

  private static boolean isUntyped(ProblemDetail problem) {
    return problem.getType() == null || "about:blank".equals(problem.getType().toString());
  }

  private static String untyped(HttpStatusCode status) {
    HttpStatus known = HttpStatus.resolve(status.value());
    return known == null
        ? "error"
        : known.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  private static ResponseEntity<ProblemDetail> answer(
      HttpStatus status, String type, String detail) {
    return ResponseEntity.status(status).body(problem(status, type, detail));
  }

  private static ProblemDetail problem(HttpStatus status, String type, String detail) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setType(type(type));
    return problem;
  }

  private static URI type(String name) {
    return URI.create("https://tracejoin.io/problems/" + name);
  }
}
