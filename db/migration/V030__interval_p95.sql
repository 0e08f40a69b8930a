-- A request's own p95 of the time between its tokens, or chunks: what budgets judge intervals by.
-- Rows that were joined before have none until their run is joined again.
ALTER TABLE joined_request
  ADD COLUMN itl_p95_ns            bigint,
  ADD COLUMN chunk_interval_p95_ns bigint;
COMMENT ON COLUMN joined_request.itl_p95_ns IS 'Nearest-rank p95 of token_times'' intervals; null for fewer than two tokens.';
