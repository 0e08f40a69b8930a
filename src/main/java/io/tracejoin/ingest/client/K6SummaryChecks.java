package io.tracejoin.ingest.client;

import io.tracejoin.run.K6Summary.Check;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The checks of a summary by name: in groups within groups, or in one list. */
final class K6SummaryChecks {

  private static final int MOST = 1000;

  private K6SummaryChecks() {}

  /** The checks of a group and of all below it, in the file's order. */
  static List<Check> ofGroup(JsonNode group) {
    List<Check> checks = new ArrayList<>();
    collect(group, checks);
    return checks;
  }

  /** The checks of a list. */
  static List<Check> ofList(JsonNode list) {
    List<Check> checks = new ArrayList<>();
    add(list, checks);
    return checks;
  }

  /** Groups and checks are arrays, or objects keyed by name, whose values are the same. */
  private static void collect(JsonNode group, List<Check> checks) {
    add(group.path("checks"), checks);
    group.path("groups").valueStream().forEach(it -> collect(it, checks));
  }

  private static void add(JsonNode list, List<Check> checks) {
    list.valueStream()
        .limit(MOST - checks.size())
        .forEach(
            it ->
                checks.add(
                    new Check(name(it), it.path("passes").asLong(0), it.path("fails").asLong(0))));
  }

  private static String name(JsonNode check) {
    String path = check.path("path").asString("");
    return K6SummaryText.of(
        path.startsWith("::") ? path.substring(2) : check.path("name").asString(""));
  }
}
