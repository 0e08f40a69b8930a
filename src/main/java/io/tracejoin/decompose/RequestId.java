package io.tracejoin.decompose;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request ID in the form in which client and server can be compared: servers put a word before
 * the ID that the client sent, and vLLM a number behind that of a completion (semantics 2).
 *
 * @param value not empty
 */
public record RequestId(String value) {

  /** The longest that is taken for an ID. */
  public static final int LONGEST = 256;

  private static final String COMPLETION = "cmpl-";
  private static final String[] PREFIXES = {"chatcmpl-", COMPLETION, "resp_"};
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}");
  private static final Pattern PLACE = Pattern.compile("-[0-9]{1,9}$");

  /**
   * The ID that is meant by what was sent or captured.
   *
   * @return null if that is no ID: blank, longer than {@link #LONGEST}, or a prefix alone
   */
  public static @Nullable RequestId of(String text) {
    String id = text.strip();
    if (id.length() > LONGEST) {
      return null;
    }
    boolean completion = false;
    for (String prefix = prefix(id); prefix != null; prefix = prefix(id)) {
      completion = prefix.equals(COMPLETION);
      id = id.substring(prefix.length());
    }
    String bare = completion ? withoutPlace(id) : id;
    if (bare.isEmpty()) {
      return null;
    }
    return new RequestId(UUID.matcher(bare).matches() ? bare.toLowerCase(Locale.ROOT) : bare);
  }

  private static @Nullable String prefix(String id) {
    for (String prefix : PREFIXES) {
      if (id.startsWith(prefix)) {
        return prefix;
      }
    }
    return null;
  }

  /** The last group of a UUID is no place, though it may be all digits. */
  private static String withoutPlace(String id) {
    return UUID.matcher(id).matches() ? id : PLACE.matcher(id).replaceFirst("");
  }
}
