package io.tracejoin.ingest.client;

/**
 * A fast digest of texts. Digests of the pairs of a set are added up, so that their order does not
 * count: k6 writes maps in random order.
 */
final class K6Digest {

  private K6Digest() {}

  static long begin(long seed) {
    return seed * 0x9e3779b97f4a7c15L;
  }

  static long step(long hash, int character) {
    return (hash ^ character) * 0x100000001b3L;
  }

  static long end(long hash) {
    long mixed = (hash ^ hash >>> 32) * 0xd6e8feb86659fd93L;
    return mixed ^ mixed >>> 29;
  }
}
