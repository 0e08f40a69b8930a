package io.tracejoin.budget;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How much worse than the baseline a figure may be: the larger of two allowances.
 *
 * @param percent of the baseline's value; null where there is none
 * @param amount in the unit of the subject; null where there is none
 */
public record Allowance(Side side, @Nullable BigDecimal percent, @Nullable BigDecimal amount) {

  private static final String NUMBER = "(\\d{1,12}(?:\\.\\d{1,9})?)";
  private static final Pattern FORM = Pattern.compile("(<=|>=)\\s*(\\S+)(?:\\s+or\\s+(\\S+))?");
  private static final Pattern TERM = Pattern.compile("([+-])" + NUMBER + "(%|ms)?");

  /**
   * Reads {@code <= +10% or +5ms}; for a subject with a least value {@code >= -1%}.
   *
   * @throws IllegalArgumentException saying what is expected
   */
  static Allowance parse(String text, Subject subject) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches() || !form.group(1).equals(subject.side().sign())) {
      throw new IllegalArgumentException(expected(text, subject));
    }
    BigDecimal percent = null;
    BigDecimal amount = null;
    for (int i = 2; i <= 3 && form.group(i) != null; i++) {
      Matcher term = TERM.matcher(form.group(i));
      if (!term.matches() || !term.group(1).equals(subject.side() == Side.MAX ? "+" : "-")) {
        throw new IllegalArgumentException(expected(text, subject));
      }
      BigDecimal number = new BigDecimal(term.group(2));
      if ("%".equals(term.group(3)) && percent == null) {
        percent = number;
      } else if (isAmount(term.group(3), subject) && amount == null) {
        amount = number;
      } else {
        throw new IllegalArgumentException(expected(text, subject));
      }
    }
    return new Allowance(subject.side(), percent, amount);
  }

  private static boolean isAmount(@Nullable String unit, Subject subject) {
    return subject.unit().equals("ms") ? "ms".equals(unit) : unit == null;
  }

  private static String expected(String text, Subject subject) {
    String sign = subject.side() == Side.MAX ? "+" : "-";
    String amount = subject.unit().equals("ms") ? "5ms" : "0.01";
    return "expected '%s %s10%% or %s%s', got '%s'"
        .formatted(subject.side().sign(), sign, sign, amount, text);
  }

  /** The difference to the baseline that is still within; below 0 for a least value. */
  BigDecimal limit(BigDecimal baseline) {
    BigDecimal relative =
        percent == null
            ? BigDecimal.ZERO
            : baseline.abs().multiply(percent, MathContext.DECIMAL64).movePointLeft(2);
    BigDecimal larger = relative.max(amount == null ? BigDecimal.ZERO : amount);
    return side == Side.MAX ? larger : larger.negate();
  }

  /** As in a budget. */
  @Override
  public String toString() {
    String sign = side == Side.MAX ? "+" : "-";
    String first = percent == null ? null : sign + percent.toPlainString() + "%";
    String second = amount == null ? null : sign + amount.toPlainString();
    String terms =
        first == null ? String.valueOf(second) : second == null ? first : first + " or " + second;
    return side.sign() + " " + terms;
  }
}
