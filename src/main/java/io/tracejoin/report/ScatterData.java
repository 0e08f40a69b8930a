package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.TraceId;
import java.util.List;

/** A measure of one cohort and one outcome against output tokens, aggregated where it lies. */
public interface ScatterData {

  /** Equally wide bins of output tokens, at most so many; those without requests are left out. */
  List<Bin> bins(Measure measure, int most);

  /** Some requests, the same ones each time; what they are does not depend on what they measure. */
  List<Dot> sample(Measure measure, int most);

  /** A bin; quantiles in nanoseconds by nearest rank. */
  record Bin(long fromTokens, long toTokens, long n, long p50, long p95) {}

  /** One request; the measure in nanoseconds. */
  record Dot(TraceId traceId, long outputTokens, long nanos) {}
}
