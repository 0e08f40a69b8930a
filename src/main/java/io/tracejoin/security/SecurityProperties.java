package io.tracejoin.security;

import jakarta.validation.constraints.Min;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Who may do what.
 *
 * @param open true: everyone may do everything, on every address; false: nothing without a token;
 *     unset: open on loopback as long as no token is known
 * @param bootstrapToken an administrator's token, to make others with; 32 characters or more
 * @param tokensFile a mounted file of tokens, read again when it changes
 * @param lookUpEvery how long a look-up of a token holds: so late a revocation is noticed
 * @param sessionLife how long a browser stays signed in
 * @param guesses wrong tokens that an address may try within {@code lockOut}
 * @param lockOut how long an address that guesses is not listened to
 * @param requestsPerSecond of one token, on average; twice as many at once; 0: any number
 */
@Validated
@ConfigurationProperties("tracejoin.security")
record SecurityProperties(
    @Nullable Boolean open,
    @Nullable String bootstrapToken,
    @Nullable Path tokensFile,
    @DefaultValue("10s") Duration lookUpEvery,
    @DefaultValue("12h") Duration sessionLife,
    @DefaultValue("10") @Min(1) int guesses,
    @DefaultValue("1m") Duration lockOut,
    @DefaultValue("1000") @Min(0) int requestsPerSecond,
    @DefaultValue Jwt jwt) {

  private static final int LEAST_LENGTH = 32;

  /**
   * What people's JWTs say of them.
   *
   * @param rolesClaim the claim with the roles: a list or a text with blanks; dots lead into
   *     objects
   * @param rolePrefix what stands before ingest, read or admin there
   */
  record Jwt(
      @DefaultValue("roles") String rolesClaim, @DefaultValue("tracejoin-") String rolePrefix) {}

  SecurityProperties {
    bootstrapToken = bootstrapToken == null || bootstrapToken.isBlank() ? null : bootstrapToken;
    tokensFile = tokensFile == null || tokensFile.toString().isBlank() ? null : tokensFile;
    if (bootstrapToken != null && bootstrapToken.length() < LEAST_LENGTH) {
      throw new IllegalArgumentException(
          "tracejoin.security.bootstrap-token: expected " + LEAST_LENGTH + " characters or more");
    }
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "SecurityProperties[open=" + open + ", tokensFile=" + tokensFile + "]";
  }
}
