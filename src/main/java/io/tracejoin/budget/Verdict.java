package io.tracejoin.budget;

import java.util.Collection;
import java.util.Locale;

/** What came of a clause or a run, the worst first. */
public enum Verdict {
  FAIL,
  INCONCLUSIVE,
  WARN,
  PASS;

  /** The name in JSON, text and docs. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The verdict of that name. */
  public static Verdict parse(String code) {
    return valueOf(code.toUpperCase(Locale.ROOT));
  }

  /** The worse of two. */
  public Verdict worse(Verdict other) {
    return compareTo(other) <= 0 ? this : other;
  }

  /** The worst of some; of none at all nothing was shown. */
  static Verdict worst(Collection<Verdict> some) {
    return some.stream().reduce(Verdict::worse).orElse(INCONCLUSIVE);
  }

  /** Whether a pipeline may go on. */
  public boolean good() {
    return this == PASS || this == WARN;
  }
}
