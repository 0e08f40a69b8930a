package io.tracejoin.run;

import java.util.regex.Pattern;

/** The name of a run: 1 to 100 letters, digits, dots, underscores and hyphens. */
public record RunId(String value) {

  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  /**
   * @throws IllegalArgumentException if the name has another form
   */
  public RunId {
    if (!isValid(value)) {
      throw new IllegalArgumentException("run_id: expected 1 to 100 of A-Z a-z 0-9 . _ -");
    }
  }

  /** Whether a text has the form of a name. */
  public static boolean isValid(String text) {
    return FORM.matcher(text).matches();
  }

  @Override
  public String toString() {
    return value;
  }
}
