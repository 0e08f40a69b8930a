package io.tracejoin.web;

import static io.tracejoin.web.Accepted.CSV;
import static org.springframework.http.MediaType.APPLICATION_JSON;
import static org.springframework.http.MediaType.APPLICATION_NDJSON;

import io.tracejoin.decompose.Anomaly;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.Reason;
import io.tracejoin.decompose.State;
import io.tracejoin.report.Distributions;
import io.tracejoin.report.RequestFields;
import io.tracejoin.report.RequestQuestion;
import io.tracejoin.report.RequestRow;
import io.tracejoin.report.RequestStore;
import io.tracejoin.report.Selector;
import io.tracejoin.report.UnknownRunException;
import io.tracejoin.run.RunId;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.json.JsonMapper;

/** The client records of a run, one by one: a page of JSON, or all as NDJSON or CSV. */
@RestController
final class RequestsController {

  private static final int MOST = 1000;

  private final RequestStore requests;
  private final Distributions distributions;
  private final JsonMapper json;

  RequestsController(RequestStore requests, Distributions distributions, JsonMapper json) {
    this.requests = requests;
    this.distributions = distributions;
    this.json = json;
  }

  @GetMapping(
      path = "/api/v1/runs/{run_id}/requests",
      produces = {
        MediaType.APPLICATION_JSON_VALUE,
        MediaType.APPLICATION_NDJSON_VALUE,
        Accepted.CSV_VALUE
      })
  void requests(
      @PathVariable("run_id") String runId,
      @RequestParam MultiValueMap<String, String> all,
      @RequestHeader HttpHeaders headers,
      HttpServletResponse response)
      throws IOException {
    RunId run = Parameters.run(runId);
    Map<String, String> parameters = all.toSingleValueMap();
    RequestQuestion question = question(run, parameters, Parameters.selector(all));
    int limit = (int) Parameters.number("limit", parameters.getOrDefault("limit", "50"), 1, MOST);
    long offset = Parameters.number("offset", parameters.getOrDefault("offset", "0"), 0, 1L << 40);
    int number = requests.run(run).orElseThrow(() -> new UnknownRunException(run));
    MediaType form = Accepted.best(headers, List.of(APPLICATION_JSON, APPLICATION_NDJSON, CSV));
    response.setContentType(form.toString());
    if (form.equals(APPLICATION_JSON)) {
      json.writeValue(
          response.getOutputStream(), page(run, number, question, new Slice(limit, offset)));
    } else {
      stream(number, question, form, response);
    }
  }

  private RequestQuestion question(RunId run, Map<String, String> parameters, Selector selector) {
    String order = parameters.getOrDefault("order", "asc");
    if (!order.equals("asc") && !order.equals("desc")) {
      throw new BadParameterException("order", "order: '" + order + "' is none of [asc, desc]");
    }
    RequestFields.Field field = sorted(parameters);
    return new RequestQuestion(
        Parameters.code("state", State.class, parameters.get("state")),
        Parameters.code("outcome", Outcome.class, parameters.get("outcome")),
        Parameters.code("reason", Reason.class, parameters.get("reason")),
        Parameters.code("anomaly", Anomaly.Code.class, parameters.get("anomaly")),
        selector,
        Parameters.nanos("min_ms", parameters.get("min_ms")),
        Parameters.nanos("max_ms", parameters.get("max_ms")),
        Parameters.flag("window", parameters.getOrDefault("window", "false"))
            ? distributions.cohort(run)
            : null,
        field,
        order.equals("desc"));
  }

  private static RequestFields.Field sorted(Map<String, String> parameters) {
    String sort = parameters.getOrDefault("sort", "sent_at");
    RequestFields.Field field =
        RequestFields.sortable(sort)
            .orElseThrow(
                () ->
                    new BadParameterException(
                        "sort", "sort: '" + sort + "' is neither sent_at nor a measure"));
    boolean bounded = parameters.containsKey("min_ms") || parameters.containsKey("max_ms");
    if (bounded && field.type() != RequestFields.Type.MS) {
      throw new BadParameterException("sort", "sort: min_ms and max_ms bound the sorted measure");
    }
    return field;
  }

  private Page page(RunId run, int number, RequestQuestion question, Slice slice) {
    long total = requests.count(number, question);
    List<RequestRow> rows = requests.page(number, question, slice.limit, slice.offset);
    long next = slice.offset + rows.size();
    return new Page(
        run.value(), total, slice.limit, slice.offset, next < total ? next : null, rows);
  }

  /**
   * Written by the thread of the request, so that a slow reader slows the cursor down and no
   * timeout of asynchronous requests cuts a long answer. After a failure the answer is left
   * unfinished: the reader must see that it was cut off.
   */
  private void stream(
      int number, RequestQuestion question, MediaType form, HttpServletResponse response)
      throws IOException {
    OutputStream target = response.getOutputStream();
    RequestsWriter writer =
        form.equals(CSV) ? RequestsWriter.csv(target) : RequestsWriter.ndjson(target, json);
    requests.stream(number, question, writer::write);
    writer.finish();
  }

  private record Slice(int limit, long offset) {}

  /**
   * A page.
   *
   * @param total records that the filters select
   * @param nextOffset where the next page starts; null on the last
   */
  @JsonNaming(SnakeCaseStrategy.class)
  record Page(
      String runId,
      long total,
      int limit,
      long offset,
      @Nullable Long nextOffset,
      List<RequestRow> requests) {}
}
