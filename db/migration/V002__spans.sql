-- Names repeat from span to span: stored once.
CREATE TABLE term (
  id   integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  text text    NOT NULL UNIQUE
);
COMMENT ON TABLE term IS 'Dictionary of span and scope names.';

CREATE TABLE resource (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fingerprint uuid    NOT NULL UNIQUE,
  service     text    NOT NULL,
  host_id     text,
  host_name   text,
  run_id      text
);
COMMENT ON TABLE resource IS 'OTLP resources: who sent a span and by which clock.';
COMMENT ON COLUMN resource.fingerprint IS 'Digest of all attributes as received; the clock of last resort.';
COMMENT ON COLUMN resource.run_id IS 'Resource attribute tracejoin.run_id.';

-- Partitions by day of arrival are made by the service; an index on the trace ID is all that a join or a look-up needs.
CREATE TABLE span (
  start_ns       bigint   NOT NULL,
  end_ns         bigint   NOT NULL,
  span_id        bigint   NOT NULL,
  parent_span_id bigint,
  trace_id       uuid     NOT NULL,
  received_on    date     NOT NULL,
  resource_id    integer  NOT NULL,
  name_id        integer,
  scope_id       integer  NOT NULL,
  flags          integer  NOT NULL,
  kind           smallint NOT NULL,
  status         smallint NOT NULL,
  name           text,
  attributes     jsonb,
  events         jsonb
) PARTITION BY RANGE (received_on);
CREATE INDEX span_trace_id ON span (trace_id);
COMMENT ON TABLE span IS 'Spans as received, repeats included. Times are the sender''s, in nanoseconds since 1970, never adjusted.';
COMMENT ON COLUMN span.name_id IS 'The name in term; null where the dictionary was full: then name holds it.';
COMMENT ON COLUMN span.kind IS 'OTLP SpanKind number.';
COMMENT ON COLUMN span.status IS 'OTLP StatusCode number.';
COMMENT ON COLUMN span.attributes IS 'Allow-listed attributes.';
COMMENT ON COLUMN span.events IS 'Allow-listed events: [["name", time_ns], ...].';
