CREATE TABLE join_work (
  id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  trace_ids  uuid[]      NOT NULL
);
COMMENT ON TABLE join_work IS 'Traces touched by one ingest commit and not yet joined.';

CREATE TABLE joined_request (
  trace_id          uuid     NOT NULL,
  ordinal           smallint NOT NULL,
  source_rows       integer  NOT NULL,
  run_id            integer,
  state             text     NOT NULL CHECK (state IN ('matched', 'client_only', 'server_only', 'excluded')),
  reason            text,
  anomalies         text[]   NOT NULL DEFAULT '{}',
  out_of_reach      boolean  NOT NULL DEFAULT false,
  correlated        boolean  NOT NULL,
  mapping_id        integer  NOT NULL,
  -- the client's side
  outcome           text,
  status            integer,
  hops              smallint,
  lifecycle         text,
  sent_at_ns        bigint,
  planned_at_ns     bigint,
  generator         text,
  scenario          text,
  endpoint          text,
  streaming         boolean,
  step              integer,
  finish_reason     text,
  error_code        text,
  input_tokens      integer,
  output_tokens     integer,
  response_bytes    bigint,
  -- from the trace where it has them, else from the record
  model             text,
  provider          text,
  route             text,
  region            text,
  pool              text,
  priority          text,
  queue_outcome     text,
  worker            text,
  requested_model    text,
  requested_provider text,
  requested_route    text,
  requested_region   text,
  -- the server's side
  root_service      text,
  root_start_ns     bigint,
  root_end_ns       bigint,
  resource_run_id   text,
  attempts          smallint,
  -- measures
  client_total_ns     bigint,
  client_setup_ns     bigint,
  client_wall_ns      bigint,
  schedule_lag_ns     bigint,
  response_time_ns    bigint,
  client_ttft_ns      bigint,
  client_ttft_kind    text,
  server_root_ns      bigint,
  server_ttft_ns      bigint,
  server_ttft_kind    text,
  network_envelope_ns bigint,
  ttft_envelope_ns    bigint,
  gateway_ns          bigint,
  app_queue_ns        bigint,
  gpu_queue_ns        bigint,
  prefill_ns          bigint,
  decode_ns           bigint,
  generation_ns       bigint,
  provider_request_ns bigint,
  response_write_ns   bigint,
  unattributed_ns     bigint,
  tpot_ns             bigint,
  tpot_estimate_ns    bigint,
  e2e_token_ns        bigint,
  e2e_stream_ns       bigint,
  protocol_tail_ns    bigint,
  generation_per_output_token_ns bigint,
  PRIMARY KEY (trace_id, ordinal)
);
CREATE INDEX joined_request_run ON joined_request (run_id, sent_at_ns) WHERE run_id IS NOT NULL;
CREATE INDEX joined_request_server_only ON joined_request (root_start_ns) WHERE state = 'server_only';
CREATE INDEX joined_request_out_of_reach ON joined_request (run_id) WHERE out_of_reach;
COMMENT ON TABLE joined_request IS 'One row a client record (hops and repeats put together), or one for a trace without a record (state server_only, run_id null).';
COMMENT ON COLUMN joined_request.ordinal IS 'Row of the trace; row 0 always exists and guards the others.';
COMMENT ON COLUMN joined_request.source_rows IS 'Spans and client records that the row was made from; a joiner that saw fewer does not overwrite it.';
COMMENT ON COLUMN joined_request.out_of_reach IS 'A root was left aside because it starts too far from the run''s sends; joined again when that range grows.';
COMMENT ON COLUMN joined_request.state IS 'matched: in the quantiles; excluded: a pair or a collision that reason keeps out; client_only, server_only: one side alone.';
