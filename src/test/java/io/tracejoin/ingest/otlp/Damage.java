package io.tracejoin.ingest.otlp;

import java.util.Arrays;
import java.util.Random;

/** What can happen to a request on its way. */
final class Damage {

  private Damage() {}

  /** One to four of: a bit flipped, a byte set, a piece cut out, repeated, or the end cut off. */
  static byte[] to(byte[] original, Random random) {
    byte[] body = original.clone();
    for (int n = 1 + random.nextInt(4); n > 0 && body.length > 1; n--) {
      int at = random.nextInt(body.length);
      int to = Math.min(body.length, at + 1 + random.nextInt(16));
      switch (random.nextInt(5)) {
        case 0 -> body[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> body[at] = (byte) random.nextInt(256);
        case 2 -> body = spliced(body, at, to, new byte[0]);
        case 3 -> body = spliced(body, at, at, Arrays.copyOfRange(body, at, to));
        default -> body = Arrays.copyOf(body, at);
      }
    }
    return body;
  }

  private static byte[] spliced(byte[] body, int from, int to, byte[] piece) {
    byte[] result = new byte[body.length - (to - from) + piece.length];
    System.arraycopy(body, 0, result, 0, from);
    System.arraycopy(piece, 0, result, from, piece.length);
    System.arraycopy(body, to, result, from + piece.length, body.length - to);
    return result;
  }
}
