package io.tracejoin.decompose;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who sent a span, and by which clock.
 *
 * @param service {@code service.name}; {@code unknown_service} where the sender named none
 * @param hostId {@code host.id}, or null
 * @param hostName {@code host.name}, or null
 * @param runId {@code tracejoin.run_id}: the run that the sender works for, or null
 * @param fingerprint digest of all resource attributes as received
 */
public record Resource(
    String service,
    @Nullable String hostId,
    @Nullable String hostName,
    @Nullable String runId,
    UUID fingerprint) {

  /**
   * The clock that stamped this resource's spans (semantics 1): host ID, else host name, else the
   * resource itself.
   */
  public String clock() {
    if (hostId != null) {
      return "id:" + hostId;
    }
    return hostName != null ? "name:" + hostName : "resource:" + fingerprint;
  }
}
