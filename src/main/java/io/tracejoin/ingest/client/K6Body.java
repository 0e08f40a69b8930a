package io.tracejoin.ingest.client;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A JSON object that k6 wrote about a whole test, read as a whole. What is wrong with it is told by
 * place, never by content: scripts and setup data hold secrets.
 */
final class K6Body {

  static final int MAX_BYTES = 16 << 20;

  private static final JsonMapper JSON = new JsonMapper();

  private K6Body() {}

  /**
   * @throws org.springframework.web.ErrorResponseException where the body is too large or no JSON
   *     object
   */
  static ObjectNode read(HttpServletRequest request) throws IOException {
    AcceptedContent.require(
        request.getContentType(), request.getHeader(HttpHeaders.CONTENT_ENCODING));
    UploadBody body = new UploadBody(request.getInputStream());
    byte[] bytes = body.readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw K6Problems.tooLarge(MAX_BYTES);
    }
    if (body.brokeOff()) {
      String corruption = body.corruption();
      throw K6Problems.malformed(corruption == null ? "the body breaks off" : corruption);
    }
    return object(bytes);
  }

  static ObjectNode object(byte[] json) {
    try {
      JsonNode root = JSON.readTree(json);
      if (root instanceof ObjectNode object) {
        return object;
      }
    } catch (JacksonException malformed) {
      throw K6Problems.malformed("it is no JSON" + place(malformed.getLocation()));
    }
    throw K6Problems.malformed("it is no JSON object");
  }

  /** A document that is too deep or too long for the parser has no place. */
  private static String place(@Nullable TokenStreamLocation location) {
    return location == null || location.getLineNr() < 1
        ? ""
        : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
  }
}
