package io.tracejoin.ingest.client;

import io.tracejoin.run.RunId;
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
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Takes client records in over REST, as a stream of any length. */
@RestController
final class ClientRecordsController {

  private static final Pattern GENERATOR = Pattern.compile("\\P{Cntrl}{1,100}");

  private final Map<String, RecordFormat> formats = new TreeMap<>();
  private final RunNumbers runs;
  private final RecordStore store;
  private final Alarm alarm;
  private final ClientIngestProperties properties;

  ClientRecordsController(
      List<RecordFormat> formats,
      RunNumbers runs,
      RecordStore store,
      Alarm alarm,
      ClientIngestProperties properties) {
    formats.forEach(format -> this.formats.put(format.name(), format));
    this.runs = runs;
    this.store = store;
    this.alarm = alarm;
    this.properties = properties;
  }

  /**
   * Reads and commits an upload. What is counted as accepted is durable when this answers, also
   * where it answers with a problem.
   *
   * @param format how the records are written
   * @param generator the load generator that measured them, where the records do not say
   */
  @PostMapping("/api/v1/runs/{run_id}/client-records")
  UploadAnswer post(
      @PathVariable("run_id") String runId,
      @RequestParam(defaultValue = "native") String format,
      @RequestParam(required = false) @Nullable String generator,
      HttpServletRequest request)
      throws IOException {
    RecordFormat reader = format(format);
    requireGenerator(generator);
    AcceptedContent.require(
        request.getContentType(), request.getHeader(HttpHeaders.CONTENT_ENCODING));
    Upload upload = upload(runId(runId));
    UploadAnswer answer = read(reader, new UploadBody(request.getInputStream()), upload, generator);
    if (answer.nothingButRejected()) {
      throw UploadProblems.nothingAccepted(answer);
    }
    return answer;
  }

  private UploadAnswer read(
      RecordFormat reader, UploadBody body, Upload upload, @Nullable String generator) {
    try {
      reader.read(body, upload, generator);
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
      upload.abandon();
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

  private Upload upload(RunId runId) {
    return new Upload(
        new RecordChunks(
            store, number(runId), properties.chunkRecords(), properties.chunkInterval(), alarm));
  }

  private int number(RunId runId) {
    try {
      return runs.of(runId);
    } catch (DataAccessException | TransactionException e) {
      throw UploadProblems.databaseAway(UploadAnswer.NOTHING, e);
    }
  }
}
