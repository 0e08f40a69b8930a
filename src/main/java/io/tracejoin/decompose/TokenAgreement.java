package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether those who counted a request's tokens agree. */
final class TokenAgreement {

  private TokenAgreement() {}

  /**
   * Of a request that broke off, each side rightly counts what it saw: only successes are asked.
   */
  static void note(ClientRecord record, TokenCounts server, Findings findings) {
    if (record.outcome() != Outcome.SUCCESS) {
      return;
    }
    TokenCounts client = TokenCounts.ofClient(record);
    TokenTimes times = StreamFigures.content(record).tokens();
    List<String> disputes = new ArrayList<>();
    dispute(disputes, "input", client.input(), server.input(), null);
    dispute(
        disputes,
        "output",
        client.output(),
        server.output(),
        times == null ? null : (Integer) times.size());
    if (!disputes.isEmpty()) {
      findings.add(Anomaly.Code.TOKEN_COUNT_DISAGREES, String.join("; ", disputes) + ".");
    }
  }

  private static void dispute(
      List<String> disputes,
      String what,
      @Nullable Integer client,
      @Nullable Integer server,
      @Nullable Integer times) {
    if (isToldOnce(client, server, times)) {
      return;
    }
    List<Integer> counts = new ArrayList<>();
    List<String> told = new ArrayList<>();
    tell(counts, told, "client", client);
    tell(counts, told, "server", server);
    tell(counts, told, "token times", times);
    if (counts.stream().distinct().count() > 1) {
      disputes.add("Tokens of the " + what + ": " + String.join(", ", told));
    }
  }

  private static boolean isToldOnce(
      @Nullable Integer client, @Nullable Integer server, @Nullable Integer times) {
    int told = (client == null ? 0 : 1) + (server == null ? 0 : 1) + (times == null ? 0 : 1);
    return told < 2;
  }

  private static void tell(
      List<Integer> counts, List<String> told, String who, @Nullable Integer count) {
    if (count != null) {
      counts.add(count);
      told.add(who + " " + count);
    }
  }
}
