package io.tracejoin.ingest;

import io.tracejoin.decompose.RequestId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * The first half of an HMAC-SHA-256: who holds the database but not the secret cannot try out IDs,
 * which may be short and guessable.
 */
@Component
final class HashedRequestKeys implements RequestKeys {

  private static final String ALGORITHM = "HmacSHA256";

  private final IngestProperties properties;
  private final ObjectProvider<RequestKeySecret> stored;
  private volatile @Nullable SecretKeySpec secret;

  /**
   * @param stored asked late and only where no secret is configured, since it lives in a database
   */
  HashedRequestKeys(IngestProperties properties, ObjectProvider<RequestKeySecret> stored) {
    this.properties = properties;
    this.stored = stored;
  }

  @Override
  public @Nullable UUID of(String requestId) {
    RequestId id = RequestId.of(requestId);
    if (id == null) {
      return null;
    }
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(secret());
      ByteBuffer hash = ByteBuffer.wrap(mac.doFinal(id.value().getBytes(StandardCharsets.UTF_8)));
      return new UUID(hash.getLong(), hash.getLong());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void require() {
    secret();
  }

  private SecretKeySpec secret() {
    SecretKeySpec known = secret;
    if (known == null) {
      String configured = properties.requestIdSecret();
      byte[] bytes =
          configured == null
              ? stored.getObject().get()
              : configured.getBytes(StandardCharsets.UTF_8);
      known = new SecretKeySpec(bytes, ALGORITHM);
      secret = known;
    }
    return known;
  }
}
