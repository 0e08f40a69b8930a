package io.tracejoin.ingest;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which span attributes and events are kept. Everything else is dropped on arrival. */
public final class AllowList {

  /**
   * Never kept, whatever the settings or a mapping say: texts of users and models, statements,
   * addresses, full URLs, identifiers of single requests.
   */
  private static final NamePatterns NEVER =
      new NamePatterns(
          List.of(
              "client.address",
              "db.query.parameter.*",
              "db.query.text",
              "db.statement",
              "enduser.*",
              "exception.*",
              "gen_ai.completion*",
              "gen_ai.conversation.id",
              "gen_ai.input.messages",
              "gen_ai.output.messages",
              "gen_ai.prompt*",
              "gen_ai.request.id",
              "gen_ai.response.id",
              "gen_ai.system_instructions",
              "gen_ai.tool.*",
              "http.client_ip",
              "http.request.header.authorization",
              "http.request.header.cookie",
              "http.request.header.x-api-key",
              "http.request.header.x-request-id",
              "http.request.header.x_request_id",
              "http.target",
              "http.url",
              "input.*",
              "llm.completions*",
              "llm.input_messages*",
              "llm.output_messages*",
              "llm.prompt*",
              "net.peer.ip",
              "net.sock.peer.addr",
              "network.peer.address",
              "output.*",
              "traceloop.entity.input",
              "traceloop.entity.output",
              "url.full",
              "url.path",
              "url.query",
              "user.*",
              "user_agent.original"));

  /** What becomes of an attribute of one key: senders use the same few all the time. */
  private static final int MOST_KNOWN = 1_000;

  private static final int LONGEST_KNOWN = 100;

  private final NamePatterns attributes;
  private final NamePatterns events;
  private final Set<String> requestIds;
  private final Map<String, Fate> known = new ConcurrentHashMap<>();

  /**
   * What becomes of the attributes of a key.
   *
   * @param kept the key under which they are kept, or null if they are dropped
   * @param requestId they hold a request ID
   */
  public record Fate(@Nullable String kept, boolean requestId) {}

  /**
   * @param attributes attribute keys, exact or {@code prefix.*}
   * @param events names of span events, exact or {@code prefix.*}
   * @param requestIds attribute keys that hold a request ID: never kept, whatever the others say
   */
  public AllowList(
      Collection<String> attributes, Collection<String> events, Collection<String> requestIds) {
    this.requestIds = Set.copyOf(requestIds);
    this.attributes = new NamePatterns(attributes);
    this.events = new NamePatterns(events);
  }

  /** This settings' list and what a mapping reads. */
  public static AllowList of(
      IngestProperties properties, Set<String> attributes, Set<String> events) {
    return new AllowList(
        Stream.of(properties.attributes(), properties.extraAttributes(), attributes)
            .flatMap(Collection::stream)
            .toList(),
        Stream.concat(properties.events().stream(), events.stream()).toList(),
        properties.requestIdAttributes());
  }

  /** What becomes of the attributes of this key. */
  public Fate attribute(String key) {
    Fate fate = known.get(key);
    if (fate == null) {
      fate = decide(key);
      if (known.size() < MOST_KNOWN && key.length() <= LONGEST_KNOWN) {
        known.put(key, fate);
      }
    }
    return fate;
  }

  private Fate decide(String key) {
    boolean requestId = requestIds.contains(key);
    return new Fate(requestId || NEVER.contains(key) ? null : attributes.find(key), requestId);
  }

  /** The name under which an event is kept, or null if it is dropped. */
  public @Nullable String event(String name) {
    return events.find(name);
  }
}
