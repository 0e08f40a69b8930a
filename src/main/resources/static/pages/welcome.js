import { el } from '/pages/dom.js';
import { section } from '/pages/figure.js';

/** How the first data comes in, with commands for the very host that the page came from. */
export function welcome(from) {
  const { origin, hostname } = from;
  return [
    el('p', {}, 'Nothing has been sent yet. Send the server’s spans and the load generator’s records of one run; the report makes itself.'),
    section('spans', '1. Spans of the server',
      el('p', {}, 'Point any OpenTelemetry SDK or Collector at this host.'),
      command(`export OTEL_EXPORTER_OTLP_ENDPOINT=http://${hostname}:4317 OTEL_EXPORTER_OTLP_PROTOCOL=grpc`)),
    section('records', '2. Records of the client',
      el('p', {}, 'k6: fetch the module, trace your requests with it, and send what k6 writes while it runs.'),
      command(`curl -sSO ${origin}/k6/tracejoin.js`),
      command(`k6 run --out json=- script.js | curl -sS -T - '${origin}/api/v1/runs/my-run/client-records?format=k6-json&finish=true'`),
      el('p', {}, 'Any other client: one JSON object a line.'),
      command(`curl -sS ${origin}/api/v1/runs/my-run/client-records -H 'Content-Type: application/x-ndjson' --data-binary '\n{"trace_id":"0000000000000007000000000000012f","parent_span_id":"00000000006ad0ef","outcome":"success","status":200,"total_ms":1842}'`)),
    section('read', '3. Read it',
      el('p', {}, `Open ${origin}/runs/my-run, or paste one request’s trace ID into the box above.`)),
  ];
}

function command(line) {
  return el('pre', { class: 'command', tabindex: '0' }, line);
}
