package io.tracejoin.ingest.client;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Which declared contents can be client records. */
final class AcceptedContent {

  /** curl's --data-binary says that it sends a form, unless told otherwise. */
  private static final Set<String> TYPES =
      Set.of(
          "application/json",
          "application/x-ndjson",
          "application/ndjson",
          "application/jsonl",
          "application/x-jsonlines",
          "application/jsonlines",
          "text/json",
          "text/plain",
          "text/csv",
          "application/csv",
          "application/octet-stream",
          "binary/octet-stream",
          "application/gzip",
          "application/x-gzip",
          "application/x-www-form-urlencoded");

  private static final Set<String> ENCODINGS = Set.of("gzip", "x-gzip", "identity", "");

  private AcceptedContent() {}

  /**
   * @throws org.springframework.web.ErrorResponseException 415 if the body cannot be client records
   */
  static void require(@Nullable String type, @Nullable String encoding) {
    if (type != null && !type.isBlank() && !isAccepted(type)) {
      throw UploadProblems.unsupportedType(type);
    }
    if (encoding != null && !ENCODINGS.contains(encoding.strip().toLowerCase(Locale.ROOT))) {
      throw UploadProblems.unsupportedEncoding(encoding);
    }
  }

  private static boolean isAccepted(String type) {
    try {
      MediaType media = MediaType.parseMediaType(type);
      String bare = media.getType() + "/" + media.getSubtype();
      return TYPES.contains(bare) || (bare.startsWith("application/") && bare.endsWith("+json"));
    } catch (InvalidMediaTypeException e) {
      return false;
    }
  }
}
