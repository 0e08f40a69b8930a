-- What dashboards read. Names and columns of this schema stay; the tables behind it may change.
CREATE SCHEMA dashboard;
COMMENT ON SCHEMA dashboard IS 'Read-only views with stable names for Grafana and other dashboards; durations in milliseconds.';

CREATE VIEW dashboard.run AS
SELECT r.run_id,
       r.declaration ->> 'name'                                           AS name,
       r.declaration ->> 'kind'                                           AS kind,
       r.declaration ->> 'scenario_commit'                                AS scenario_commit,
       coalesce(r.declaration -> 'labels', '{}')                          AS labels,
       r.state,
       coalesce(to_timestamp(p.first_send_ns / 1e9), r.created_at)        AS started_at,
       r.finished_at,
       v.revision,
       (v.report -> 'population' ->> 'client_records')::bigint            AS client_records,
       (v.report -> 'population' ->> 'in_window')::bigint                 AS in_window,
       (v.report -> 'population' ->> 'error_rate')::float8                AS error_rate,
       (v.report -> 'join' ->> 'coverage')::float8                        AS coverage,
       (v.report -> 'throughput' ->> 'per_s')::float8                     AS completed_per_s,
       (v.report -> 'load' ->> 'dropped_iterations')::bigint              AS dropped_iterations,
       (SELECT array_agg(w ->> 'code')
          FROM jsonb_array_elements(v.report -> 'warnings') AS w)         AS warnings
  FROM run r
  LEFT JOIN run_progress p ON p.run_id = r.id
  LEFT JOIN LATERAL (SELECT revision, report
                       FROM report_revision
                      WHERE run_id = r.id
                      ORDER BY revision DESC
                      LIMIT 1) AS v ON true;
COMMENT ON VIEW dashboard.run IS 'One row a run; the figures are of its newest stored report, null while it is not finished.';
COMMENT ON COLUMN dashboard.run.started_at IS 'First send, else when the run was created.';
COMMENT ON COLUMN dashboard.run.coverage IS 'Matched / client records of the window, 0 to 1.';

CREATE VIEW dashboard.figure AS
SELECT d.run_id, d.started_at, d.labels, v.revision,
       f ->> 'measure'                    AS measure,
       f ->> 'kind'                       AS kind,
       f ->> 'owner'                      AS owner,
       (f ->> 'n')::bigint                AS n,
       (f ->> 'known')::float8            AS known,
       (f ->> 'p50_ms')::float8           AS p50_ms,
       (f ->> 'p95_ms')::float8           AS p95_ms,
       (f ->> 'p99_ms')::float8           AS p99_ms,
       (f ->> 'max_ms')::float8           AS max_ms,
       (f ->> 'mean_ms')::float8          AS mean_ms,
       (f #>> '{ci95,p95_ms,0}')::float8  AS p95_low_ms,
       (f #>> '{ci95,p95_ms,1}')::float8  AS p95_high_ms
  FROM dashboard.run d
  JOIN run r ON r.run_id = d.run_id
  JOIN report_revision v ON v.run_id = r.id AND v.revision = d.revision
 CROSS JOIN LATERAL jsonb_array_elements(v.report -> 'phases') AS f;
COMMENT ON VIEW dashboard.figure IS 'One row a measure of each finished run, from its newest stored report.';
COMMENT ON COLUMN dashboard.figure.kind IS 'Of times to first token: token, chunk or first_byte; they are never merged.';
COMMENT ON COLUMN dashboard.figure.p95_low_ms IS 'Lower bound of the 95 % confidence interval; null where too few requests tell.';

CREATE VIEW dashboard.tail AS
SELECT d.run_id, d.started_at, d.labels, t.key AS quantile, part.key AS measure,
       part.value::float8 AS mean_ms
  FROM dashboard.run d
  JOIN run r ON r.run_id = d.run_id
  JOIN report_revision v ON v.run_id = r.id AND v.revision = d.revision
 CROSS JOIN LATERAL jsonb_each(v.report -> 'tail') AS t
 CROSS JOIN LATERAL jsonb_each_text(t.value -> 'mean_ms') AS part;
COMMENT ON VIEW dashboard.tail IS 'Where the requests around a quantile of client_total spent it; the parts of one quantile add up to it.';

CREATE VIEW dashboard.request AS
SELECT r.run_id,
       replace(q.trace_id::text, '-', '')               AS trace_id,
       to_timestamp(q.sent_at_ns / 1e9)                 AS sent_at,
       q.state, q.reason, q.outcome, q.status, q.anomalies,
       q.scenario, q.generator, q.endpoint, q.model, q.provider, q.route, q.region, q.pool, q.priority,
       q.input_tokens, q.output_tokens,
       q.client_total_ns / 1e6                          AS client_total_ms,
       q.client_setup_ns / 1e6                          AS client_setup_ms,
       q.client_ttft_ns / 1e6                           AS client_ttft_ms,
       q.network_envelope_ns / 1e6                      AS network_envelope_ms,
       q.server_root_ns / 1e6                           AS server_root_ms,
       q.gateway_ns / 1e6                               AS gateway_ms,
       q.app_queue_ns / 1e6                             AS app_queue_ms,
       q.gpu_queue_ns / 1e6                             AS gpu_queue_ms,
       q.generation_ns / 1e6                            AS generation_ms,
       q.provider_request_ns / 1e6                      AS provider_request_ms,
       q.response_write_ns / 1e6                        AS response_write_ms,
       q.unattributed_ns / 1e6                          AS unattributed_ms
  FROM joined_request q
  JOIN run r ON r.id = q.run_id
 WHERE q.lifecycle IS NULL;
COMMENT ON VIEW dashboard.request IS 'One row a client record, as long as its raw pair is kept. A phase that no span mentions is null, never 0.';
