package io.tracejoin.security;

/** The service would listen to others without asking who they are. */
final class OpenToOthersException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  OpenToOthersException(String property, String address) {
    super(property + "=" + address + " is not loopback, and no token is configured");
  }
}
