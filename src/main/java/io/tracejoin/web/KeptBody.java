package io.tracejoin.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.ServletWebRequest;

/**
 * A finished body, also compressed, with a strong entity tag made of its bytes: so the tag is
 * another one too where a new version of the service writes the same data otherwise.
 */
final class KeptBody {

  private static final String GZIP = "gzip";
  private static final int TAG_BYTES = 12;

  private final MediaType form;
  private final byte[] plain;
  private final byte[] zipped;
  private final String tag;

  private KeptBody(MediaType form, byte[] plain, byte[] zipped, String tag) {
    this.form = form;
    this.plain = plain;
    this.zipped = zipped;
    this.tag = tag;
  }

  static KeptBody of(MediaType form, byte[] bytes) {
    return new KeptBody(form, bytes, zipped(bytes), tag(bytes));
  }

  /** Bytes of memory that it takes. */
  int weight() {
    return plain.length + zipped.length;
  }

  /** The answer to a GET or HEAD: 304 where the caller has these very bytes already. */
  ResponseEntity<Object> answer(ServletWebRequest request) {
    boolean compressed = takesGzip(request.getHeader(HttpHeaders.ACCEPT_ENCODING));
    String eTag = '"' + tag + (compressed ? "-gzip" : "") + '"';
    boolean known = request.checkNotModified(eTag);
    ResponseEntity.BodyBuilder answer =
        ResponseEntity.status(known ? HttpStatus.NOT_MODIFIED : HttpStatus.OK)
            .eTag(eTag)
            .cacheControl(CacheControl.noCache().cachePrivate())
            .varyBy(HttpHeaders.ACCEPT, HttpHeaders.ACCEPT_ENCODING);
    if (known) {
      return answer.build();
    }
    if (compressed) {
      answer.header(HttpHeaders.CONTENT_ENCODING, GZIP);
    }
    return answer.contentType(form).body(compressed ? zipped : plain);
  }

  /** Whether the header names gzip, or anything at all, and does not weigh it with 0. */
  static boolean takesGzip(@Nullable String acceptEncoding) {
    if (acceptEncoding == null) {
      return false;
    }
    boolean any = false;
    for (String coding : acceptEncoding.toLowerCase(Locale.ROOT).split(",")) {
      String[] parts = coding.replace(" ", "").split(";");
      boolean refused = parts.length > 1 && parts[1].matches("q=0(\\.0*)?");
      if (parts[0].equals(GZIP)) {
        return !refused;
      }
      any |= parts[0].equals("*") && !refused;
    }
    return any;
  }

  private static byte[] zipped(byte[] bytes) {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream(bytes.length / 4 + 64);
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written to", e);
    }
    return zipped.toByteArray();
  }

  private static String tag(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest, 0, TAG_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
