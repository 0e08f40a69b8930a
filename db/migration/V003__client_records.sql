CREATE TABLE client_record (
  trace_id          uuid     NOT NULL,
  run_id            integer  NOT NULL,
  received_on       date     NOT NULL,
  position          bigint   NOT NULL,
  parent_span_id    bigint,
  sent_at_ns        bigint,
  planned_at_ns     bigint,
  total_ns          bigint,
  ttft_ns           bigint,
  blocked_ns        bigint,
  connecting_ns     bigint,
  tls_ns            bigint,
  sending_ns        bigint,
  waiting_ns        bigint,
  receiving_ns      bigint,
  stream_end_ns     bigint,
  response_bytes    bigint,
  content_hash      bigint   NOT NULL,
  status            integer,
  input_tokens      integer,
  output_tokens     integer,
  step              integer,
  correlated        boolean  NOT NULL,
  streaming         boolean,
  sampled           boolean,
  negative_part     boolean  NOT NULL DEFAULT false,
  outcome           text     NOT NULL,
  ttft_kind         text,
  lifecycle         text     CHECK (lifecycle IN ('setup', 'teardown')),
  scenario          text,
  generator         text,
  endpoint          text,
  model             text,
  provider          text,
  route             text,
  region            text,
  finish_reason     text,
  error_code        text
) PARTITION BY RANGE (received_on);
CREATE INDEX client_record_trace_id ON client_record (trace_id);
COMMENT ON TABLE client_record IS 'Client records as accepted; the join puts repeats and hops together.';
COMMENT ON COLUMN client_record.trace_id IS 'The trace ID; of an uncorrelated record a digest of its content, so that a repeated upload is harmless.';
COMMENT ON COLUMN client_record.correlated IS 'False where the record carried no identifier.';
COMMENT ON COLUMN client_record.position IS 'Place in the upload: the order of hops whose send times are too coarse.';
COMMENT ON COLUMN client_record.content_hash IS 'Digest of every field: an identical row is not stored again.';
COMMENT ON COLUMN client_record.negative_part IS 'A part (k6 receiving or sending) was negative and was set aside.';
