package io.tracejoin.trace;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The check of one request before a load run: is its chain of tracing whole, and if not, where it
 * breaks.
 *
 * @param links in the order in which they should be mended
 */
@JsonPropertyOrder({"trace_id", "ready", "links"})
public record Preflight(@JsonProperty("trace_id") String traceId, List<Link> links) {

  /** Copies the links. */
  public Preflight {
    links = List.copyOf(links);
  }

  /** True if a run would be explained: every link that a run needs is there, and none is broken. */
  @JsonProperty("ready")
  public boolean ready() {
    return links.stream().allMatch(it -> it.state() == State.OK || it.isDispensable());
  }

  /** How many links are not as they should be. */
  int flaws() {
    return (int) links.stream().filter(it -> it.state() != State.OK).count();
  }

  /** One part of the chain. */
  public enum Part {
    CLIENT_RECORD(true),
    TRACEPARENT(true),
    ROOT(true),
    SAMPLED(true),
    QUEUE(true),
    GENERATION(true),
    ROOT_COVERS_GENERATION(true),
    ENVELOPE(true),
    UNITS(true),
    /** Without it the writing is unattributed, which misleads nobody. */
    RESPONSE_WRITE(false);

    private final boolean required;

    Part(boolean required) {
      this.required = required;
    }

    /** The name in JSON and text. */
    @JsonValue
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What is the matter with a link. */
  public enum State {
    OK,
    /** What tells is not stored, or not yet. */
    MISSING,
    /** It is there, and wrong. */
    BROKEN;

    /** The name in JSON and text. */
    @JsonValue
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A part with its state.
   *
   * @param detail one sentence: what is
   * @param action one sentence: what to do; null where nothing is
   */
  public record Link(Part link, State state, String detail, @Nullable String action) {

    static Link ok(Part part, String detail) {
      return new Link(part, State.OK, detail, null);
    }

    static Link missing(Part part, String detail, String action) {
      return new Link(part, State.MISSING, detail, action);
    }

    static Link broken(Part part, String detail, String action) {
      return new Link(part, State.BROKEN, detail, action);
    }

    /** False for a link without which a run is explained all the same. */
    @JsonProperty("required")
    public boolean required() {
      return link.required;
    }

    private boolean isDispensable() {
      return state == State.MISSING && !link.required;
    }
  }
}
