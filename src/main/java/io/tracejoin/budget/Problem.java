package io.tracejoin.budget;

/**
 * What is wrong with a budget document, or odd about it.
 *
 * @param line from 1
 * @param field as in {@code clauses[2].max_ms}; empty for the document
 */
public record Problem(int line, String field, String message) {

  @Override
  public String toString() {
    return "line " + line + ": " + (field.isEmpty() ? "" : field + ": ") + message;
  }
}
