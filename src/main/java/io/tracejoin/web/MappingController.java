package io.tracejoin.web;

import io.tracejoin.decompose.Mapping;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.ingest.AllowList;
import io.tracejoin.ingest.CurrentAllowList;
import io.tracejoin.ingest.otlp.PostedTraces;
import io.tracejoin.join.MappingException;
import io.tracejoin.join.MappingYaml;
import io.tracejoin.run.MappingDocuments;
import io.tracejoin.run.MappingDocuments.Document;
import io.tracejoin.trace.MappingAnswer;
import io.tracejoin.trace.MappingTrial;
import io.tracejoin.trace.MappingTrials;
import io.tracejoin.trace.TraceAnswer.MappingView;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** What spans mean: the mapping in force, earlier versions, and trials of another one. */
@RestController
final class MappingController {

  private static final String YAML = MediaType.APPLICATION_YAML_VALUE;
  private static final String ACTIVE = "/api/v1/mappings";
  private static final String VERSION = "/api/v1/mappings/{name}/versions/{version}";
  private static final int MOST_BYTES = 16 << 20;

  private final MappingDocuments documents;
  private final MappingTrials trials;
  private final PostedTraces posted;
  private final CurrentAllowList allowList;

  MappingController(
      MappingDocuments documents,
      MappingTrials trials,
      PostedTraces posted,
      CurrentAllowList allowList) {
    this.documents = documents;
    this.trials = trials;
    this.posted = posted;
    this.allowList = allowList;
  }

  @GetMapping(value = ACTIVE, produces = MediaType.APPLICATION_JSON_VALUE)
  MappingAnswer active() {
    return MappingAnswer.of(documents.inForce().mapping());
  }

  @GetMapping(value = ACTIVE, produces = YAML)
  String activeYaml() {
    return documents.inForce().yaml();
  }

  @GetMapping(value = VERSION, produces = MediaType.APPLICATION_JSON_VALUE)
  MappingAnswer version(@PathVariable String name, @PathVariable int version) {
    return MappingAnswer.of(find(name, version).mapping());
  }

  @GetMapping(value = VERSION, produces = YAML)
  String versionYaml(@PathVariable String name, @PathVariable int version) {
    return find(name, version).yaml();
  }

  @PostMapping(value = "/api/v1/mappings/try", consumes = MediaType.APPLICATION_JSON_VALUE)
  MappingTrial tryJson(InputStream body) throws IOException {
    return run(TrialRequest.ofJson(bytes(body)));
  }

  @PostMapping(
      value = "/api/v1/mappings/try",
      consumes = {YAML, "application/x-yaml", "text/yaml"})
  MappingTrial tryYaml(InputStream body, @RequestParam("trace_id") String traceId)
      throws IOException {
    String yaml = new String(bytes(body), StandardCharsets.UTF_8);
    return run(new TrialRequest(yaml, TraceId.parse(traceId), null));
  }

  private MappingTrial run(TrialRequest request) {
    Mapping mapping = mapping(request.mapping());
    TraceId stored = request.traceId();
    return stored == null ? posted(request.otlp(), mapping) : stored(stored, mapping);
  }

  private MappingTrial stored(TraceId id, Mapping mapping) {
    MappingTrial.Trace trace = trials.stored(id, mapping).orElseThrow(() -> unknown(id));
    AllowList kept = allowList.get();
    List<String> notKept =
        mapping.attributes().stream()
            .filter(it -> kept.attribute(it).kept() == null)
            .sorted()
            .toList();
    return new MappingTrial(view(mapping), List.of(trace), notKept, 0, null);
  }

  private MappingTrial posted(byte @Nullable [] otlp, Mapping mapping) {
    PostedTraces.Read read = posted.read(otlp == null ? new byte[0] : otlp, mapping);
    return new MappingTrial(
        view(mapping),
        trials.posted(read.spans(), mapping),
        List.of(),
        read.rejected(),
        read.rejected() == 0 ? null : read.message());
  }

  /** Number and version of a document that is not stored are 0. */
  private Mapping mapping(@Nullable String yaml) {
    try {
      return yaml == null ? documents.inForce().mapping() : MappingYaml.read(0, 0, yaml);
    } catch (MappingException mistake) {
      throw new BadMappingException(mistake);
    }
  }

  private Document find(String name, int version) {
    return documents
        .find(name, version)
        .orElseThrow(
            () ->
                new NotFound(
                    "unknown-mapping",
                    "There is no version " + version + " of a mapping '" + name + "'."));
  }

  private static MappingView view(Mapping mapping) {
    return new MappingView(mapping.name(), mapping.version());
  }

  private static NotFound unknown(TraceId id) {
    return new NotFound("unknown-trace", "Nothing is stored of trace " + id.hex() + ".");
  }

  private static byte[] bytes(InputStream body) throws IOException {
    byte[] bytes = body.readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new ResponseStatusException(
          HttpStatus.CONTENT_TOO_LARGE, "The body exceeds " + MOST_BYTES + " bytes.");
    }
    return bytes;
  }
}
