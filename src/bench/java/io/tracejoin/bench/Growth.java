package io.tracejoin.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * How speed depends on what is stored: acknowledged requests a second, joined requests a second and
 * the median of a trace's look-up at 1, 4 and 16 times the data. The value is the worst of the
 * three at 16 times, as a share of itself at once.
 */
final class Growth implements Benchmark {

  private static final int[] SIZES = {1, 4, 16};
  private static final int TURNS_OF_ONE = 1;
  private static final int WARM_UP = 5;
  private static final int TRIES = 3;
  private static final int QUESTIONS = 1_600;

  private static final String SOME_IDS =
      "SELECT trace_id FROM joined_request TABLESAMPLE SYSTEM (20) LIMIT 20000";

  private enum Figure {
    ACKNOWLEDGED,
    JOINED,
    LOOKUPS
  }

  @Override
  public Result measure(double scale) throws Exception {
    try (Resources resources = new Resources()) {
      Path directory = resources.own(TemporaryDirectory.create()).path();
      ServiceProcess service = resources.own(ServiceProcess.launch(directory));
      service.awaitUp();
      HeapWatch heap = resources.own(HeapWatch.of(service));
      Sender sender = resources.own(new GrpcSender(service));
      try (Connection database = service.database().connect()) {
        int turns = (int) Math.max(1, Math.round(TURNS_OF_ONE * scale));
        Stage stage = new Stage(service, sender, new SpanBatches(), database, turns);
        return new Result(
            stage.worst(),
            1,
            "of the speed at 1x",
            Database.number(database, "SELECT count(*) FROM joined_request"),
            service.peakRssBytes(),
            heap.peakBytes());
      }
    }
  }

  private record Stage(
      ServiceProcess service, Sender sender, SpanBatches batches, Connection database, int turns) {

    double worst() throws Exception {
      for (int i = 0; i < WARM_UP; i++) {
        send();
        lookups();
      }
      Map<Figure, Double> once = new EnumMap<>(Figure.class);
      double worst = Double.MAX_VALUE;
      for (int size : SIZES) {
        fill(size);
        Map<Figure, Double> now = figures();
        System.err.printf("%dx: %s%n", size, now);
        once = once.isEmpty() ? now : once;
        worst = Double.MAX_VALUE;
        for (Figure figure : Figure.values()) {
          worst = Math.min(worst, share(figure, now, once));
        }
      }
      return worst;
    }

    private static double share(Figure figure, Map<Figure, Double> now, Map<Figure, Double> once) {
      return now.getOrDefault(figure, 0.0) / once.getOrDefault(figure, 1.0);
    }

    /** One time the data is what the warm-up and the tries store. */
    private void fill(int size) throws Exception {
      long wanted = (long) size * (WARM_UP + TRIES) * turns * Turn.TRACES;
      long tries = (long) TRIES * turns * Turn.TRACES;
      while (Database.number(database, "SELECT count(*) FROM joined_request") < wanted - tries) {
        send();
      }
      Database.execute(database, "ANALYZE span, client_record, joined_request");
    }

    private Map<Figure, Double> figures() throws Exception {
      Map<Figure, Double> best = new EnumMap<>(Figure.class);
      for (int i = 0; i < TRIES; i++) {
        send().forEach((figure, value) -> best.merge(figure, value, Math::max));
        best.merge(Figure.LOOKUPS, lookups(), Math::max);
      }
      return best;
    }

    private Map<Figure, Double> send() throws Exception {
      List<Turn> next = Turn.next(batches, sender, turns);
      long begin = System.nanoTime();
      Turn.send(List.of(service), List.of(sender), next);
      double acknowledged = Rate.perSecond((long) turns * Turn.TRACES, begin);
      Database.awaitJoined(database);
      double joined = Rate.perSecond((long) turns * Turn.TRACES, begin);
      return Map.of(Figure.ACKNOWLEDGED, acknowledged, Figure.JOINED, joined);
    }

    /** By the median of a look-up, a second and client. */
    private double lookups() throws Exception {
      List<String> ids = Database.texts(database, SOME_IDS);
      long[] nanos =
          Clients.nanos(
              client -> {
                Random random = new Random(client);
                return () -> service.read("/api/v1/traces/" + id(ids, random));
              },
              QUESTIONS);
      return 1e9 / nanos[nanos.length / 2];
    }

    private static String id(List<String> ids, Random random) {
      return ids.get(random.nextInt(ids.size())).replace("-", "").toLowerCase(Locale.ROOT);
    }
  }
}
