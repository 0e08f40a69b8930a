package io.tracejoin.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do instead of a stack trace. */
final class OpenToOthersAnalyzer extends AbstractFailureAnalyzer<OpenToOthersException> {

  @Override
  protected FailureAnalysis analyze(Throwable root, OpenToOthersException cause) {
    return new FailureAnalysis(
        "The service does not start: " + cause.getMessage() + ".",
        """
        Give it a token, tracejoin.security.bootstrap-token or tracejoin.security.tokens-file, or OIDC
        (spring.security.oauth2.resourceserver.jwt.*); or say tracejoin.security.open=false where
        tokens are stored already. tracejoin.security.open=true lets everyone in who reaches the ports.
        See docs/security.md.""",
        cause);
  }
}
