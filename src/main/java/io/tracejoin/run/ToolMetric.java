package io.tracejoin.run;

import java.util.Locale;

/** Figures that benchmark tools compute themselves, and why they may differ from ours. */
public enum ToolMetric {
  VLLM_TTFT(
      "vllm-bench",
      "ttft",
      "client_ttft",
      "vLLM stops at the first event, also where it holds no content, and interpolates percentiles"),
  VLLM_TPOT(
      "vllm-bench",
      "tpot",
      "tpot_estimate",
      "vLLM divides the time from the first event to the end by the tokens less one"),
  VLLM_ITL(
      "vllm-bench",
      "itl",
      "chunk_interval",
      "vLLM calls the time between two events that of a token, and interpolates percentiles"),
  VLLM_E2EL(
      "vllm-bench",
      "e2el",
      "client_total",
      "vLLM waits for the last event, with or without content, and interpolates percentiles"),
  VLLM_THROUGHPUT(
      "vllm-bench",
      "request_throughput",
      "throughput",
      "vLLM divides by the time from the first send to the last end, ours by the window"),
  VLLM_OUTPUT_THROUGHPUT(
      "vllm-bench",
      "output_throughput",
      "output_tokens_per_s",
      "vLLM divides by the time from the first send to the last end, ours by the window"),
  AIPERF_TTFT(
      "aiperf-jsonl",
      "time_to_first_token",
      "client_ttft",
      "AIPerf stops at the first content, as we do: a difference is one of populations"),
  AIPERF_ITL(
      "aiperf-jsonl",
      "inter_token_latency",
      "tpot_estimate",
      "AIPerf counts tokens with its own tokenizer, and leaves out answers of one token"),
  AIPERF_LATENCY(
      "aiperf-jsonl",
      "request_latency",
      "client_total",
      "AIPerf stops at the last content, as we do: a difference is one of populations"),
  GUIDELLM_TTFT(
      "guidellm",
      "time_to_first_token_ms",
      "client_ttft",
      "GuideLLM takes requests that overlap its window, and interpolates percentiles"),
  GUIDELLM_ITL(
      "guidellm",
      "inter_token_latency_ms",
      "tpot_estimate",
      "GuideLLM gives one mean a request, as our estimate is, under the name of an interval; we keep"
          + " no times between chunks of its files and have none"),
  GUIDELLM_TPOT(
      "guidellm",
      "time_per_output_token_ms",
      "tpot_estimate",
      "GuideLLM divides the whole time by all tokens: the first token's wait is in it"),
  GUIDELLM_LATENCY(
      "guidellm",
      "request_latency",
      "client_total",
      "GuideLLM takes requests that overlap its window, and interpolates percentiles");

  private final String tool;
  private final String figure;
  private final String measure;
  private final String why;

  ToolMetric(String tool, String figure, String measure, String why) {
    this.tool = tool;
    this.figure = figure;
    this.measure = measure;
    this.why = why;
  }

  /** The tool, by the name of its format. */
  public String tool() {
    return tool;
  }

  /** The tool's own name of the figure. */
  public String figure() {
    return figure;
  }

  /** Our figure that comes nearest. */
  public String measure() {
    return measure;
  }

  /** Why the two may differ, one sentence without its full stop. */
  public String why() {
    return why;
  }

  /** {@code ms}, or {@code 1/s}. */
  public String unit() {
    return measure.equals("throughput") || measure.equals("output_tokens_per_s") ? "1/s" : "ms";
  }

  /** The name in SQL. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The metric with this code.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static ToolMetric parse(String code) {
    return valueOf(code.toUpperCase(Locale.ROOT));
  }
}
