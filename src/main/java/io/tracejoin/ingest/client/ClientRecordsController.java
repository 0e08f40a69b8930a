package io.tracejoin.ingest.client;

import io.tracejoin.ingest.RequestKeys;
import io.tracejoin.run.RunId;
import io.tracejoin.run.ToolFigure;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Takes client records in over REST, as a stream of any length. */
@RestController
final class ClientRecordsController {

  private static final Pattern GENERATOR = Pattern.compile("\\P{Cntrl}{1,100}");

  private final Map<String, RecordFormat> formats = new TreeMap<>();
  private final RunNumbers runs;
  private final RecordStore store;
  private final LoadStore loads;
  private final ToolFigureStore toolFigures;
  private final RunEnd end;
  private final Alarm alarm;
  private final RequestKeys requestKeys;
  private final Commits commits;
  private final ClientIngestProperties properties;
  private final UploadMeters meters;

  ClientRecordsController(
      List<RecordFormat> formats,
      RunNumbers runs,
      RecordStore store,
      LoadStore loads,
      ToolFigureStore toolFigures,
      RunEnd end,
      Alarm alarm,
      RequestKeys requestKeys,
      Commits commits,
      ClientIngestProperties properties,
      UploadMeters meters) {
    formats.forEach(format -> this.formats.put(format.name(), format));
    this.runs = runs;
    this.store = store;
    this.loads = loads;
    this.toolFigures = toolFigures;
    this.end = end;
    this.alarm = alarm;
    this.requestKeys = requestKeys;
    this.commits = commits;
    this.properties = properties;
    this.meters = meters;
  }

  /**
   * Reads and commits an upload. What is counted as accepted is durable when this answers, also
   * where it answers with a problem.
   *
   * @param format how the records are written
   * @param generator the load generator that measured them, where the records do not say
   * @param ttftMetric a metric of a k6 script's own that is the time to first token
   * @param ttftUnit its unit; else it is the one that the metric's name ends in
   * @param finish whether the run is to be finished when the body has ended
   */
  @RequestMapping(
      path = "/api/v1/runs/{run_id}/client-records",
      // curl -T, which sends what comes from a pipe at once, puts.
      method = {RequestMethod.POST, RequestMethod.PUT})
  UploadAnswer take(
      @PathVariable("run_id") String runId,
      @RequestParam(defaultValue = "native") String format,
      @RequestParam(required = false) @Nullable String generator,
      @RequestParam(name = "ttft_metric", required = false) @Nullable String ttftMetric,
      @RequestParam(name = "ttft_unit", required = false) @Nullable String ttftUnit,
      @RequestParam(defaultValue = "false") boolean finish,
      HttpServletRequest request)
      throws IOException {
    RecordFormat reader = format(format);
    requireGenerator(generator);
    var options = new UploadOptions(generator, ttft(reader, ttftMetric, ttftUnit), requestKeys);
    AcceptedContent.require(
        request.getContentType(), request.getHeader(HttpHeaders.CONTENT_ENCODING));
    RunId run = runId(runId);
    var body = new UploadBody(request.getInputStream());
    int number = number(run);
    Upload upload = upload(number);
    UploadAnswer answer = read(reader, body, upload, options);
    keep(number, generator, upload.reported(), answer);
    if (answer.nothingButRejected()) {
      throw UploadProblems.nothingAccepted(answer);
    }
    if (finish && !body.connectionBroke()) {
      finish(run, answer);
    }
    return answer;
  }

  private void keep(
      int run, @Nullable String generator, List<ToolFigure> reported, UploadAnswer answer) {
    try {
      if (!reported.isEmpty()) {
        toolFigures.keep(run, generator == null ? "" : generator, reported);
      }
    } catch (DataAccessException | TransactionException e) {
      throw UploadProblems.databaseAway(answer, e);
    }
  }

  private static @Nullable TtftTrend ttft(
      RecordFormat reader, @Nullable String metric, @Nullable String unit) {
    if (metric != null && !reader.takesTtft()) {
      throw UploadProblems.ttft(
          "ttft_metric: records of format " + reader.name() + " carry their own ttft");
    }
    return TtftTrend.of(metric, unit);
  }

  private void finish(RunId run, UploadAnswer answer) {
    try {
      end.of(run);
    } catch (DataAccessException | TransactionException e) {
      throw UploadProblems.databaseAway(answer, e);
    }
  }

  private UploadAnswer read(
      RecordFormat reader, UploadBody body, Upload upload, UploadOptions options) {
    try {
      reader.read(body, upload, options);
      return upload.finish();
    } catch (UploadFailedException e) {
      UploadAnswer committed = upload.abandon();
      if (isDatabaseAway(e.getCause())) {
        throw UploadProblems.databaseAway(committed, e);
      }
      if (e.getCause() instanceof RunErasedException) {
        throw UploadProblems.runErased(e);
      }
      throw e;
    } finally {
      meters.count(upload.abandon());
    }
  }

  private static boolean isDatabaseAway(@Nullable Throwable cause) {
    return cause instanceof DataAccessException || cause instanceof TransactionException;
  }

  private RecordFormat format(String name) {
    RecordFormat format = formats.get(name);
    if (format == null) {
      throw UploadProblems.unknownFormat(name, formats.keySet());
    }
    return format;
  }

  private static void requireGenerator(@Nullable String generator) {
    if (generator != null && !GENERATOR.matcher(generator).matches()) {
      throw UploadProblems.malformedGenerator();
    }
  }

  private static RunId runId(String text) {
    try {
      return new RunId(text);
    } catch (IllegalArgumentException e) {
      throw UploadProblems.malformedRunId(e.getMessage());
    }
  }

  private Upload upload(int run) {
    return new Upload(
        new RecordChunks(
            store,
            loads,
            run,
            new RecordChunks.Rhythm(
                properties.chunkRecords(), properties.chunkInterval(), alarm, commits)));
  }

  private int number(RunId runId) {
    try {
      requestKeys.require();
      return runs.of(runId);
    } catch (DataAccessException | TransactionException e) {
      throw UploadProblems.databaseAway(UploadAnswer.NOTHING, e);
    }
  }
}
