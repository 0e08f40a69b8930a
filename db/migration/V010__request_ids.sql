-- Clients that can send no traceparent are joined by the ID of their request.
CREATE TABLE secret (
  name  text  PRIMARY KEY,
  value bytea NOT NULL
);
COMMENT ON TABLE secret IS 'What the service made up once, for all its processes.';

-- The order of arrival: of an ID that very many spans hold, only the first are looked at.
CREATE SEQUENCE request_id_span_id;
CREATE TABLE request_id_span (
  id          bigint NOT NULL DEFAULT nextval('request_id_span_id'),
  request_key uuid   NOT NULL,
  trace_id    uuid   NOT NULL,
  start_ns    bigint NOT NULL,
  received_on date   NOT NULL
) PARTITION BY RANGE (received_on);
CREATE INDEX request_id_span_key ON request_id_span (request_key, id);
CREATE INDEX request_id_span_trace ON request_id_span (trace_id);
COMMENT ON TABLE request_id_span IS 'Which traces hold a request ID; lives as long as the spans. Made by the service as they are: partitions by day of arrival.';
COMMENT ON COLUMN request_id_span.request_key IS 'Keyed hash of the request ID; the ID itself is not stored.';
COMMENT ON COLUMN request_id_span.start_ns IS 'Start of the earliest span of one commit that holds the ID.';

ALTER TABLE client_record ADD COLUMN by_request_id boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN client_record.by_request_id IS 'trace_id is the keyed hash of a request ID: the traces that hold the ID tell where the record belongs.';

ALTER TABLE joined_request DROP CONSTRAINT joined_request_state_check;
ALTER TABLE joined_request ADD CONSTRAINT joined_request_state_check
  CHECK (state IN ('matched', 'client_only', 'server_only', 'excluded', 'resolved'));
COMMENT ON COLUMN joined_request.trace_id IS 'The trace ID; where correlated is false the key of a request ID or the digest of a record.';
COMMENT ON COLUMN joined_request.correlated IS 'Whether trace_id is a trace ID.';
COMMENT ON COLUMN joined_request.state IS 'matched: in the quantiles; excluded: a pair or a collision that reason keeps out; client_only, server_only: one side alone; resolved: no request, keeps the place of a request ID whose records are joined under the trace that holds it.';
