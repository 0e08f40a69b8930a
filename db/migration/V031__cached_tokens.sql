-- Prompt tokens that the server took from its prefix cache, as the spans count them.
-- Rows that were joined before have none until their run is joined again.
ALTER TABLE joined_request ADD COLUMN server_cached_tokens integer;
COMMENT ON COLUMN joined_request.server_cached_tokens IS 'Part of server_input_tokens; null where no span tells it.';
