-- When tokens and chunks of a streamed answer arrived, and what is pooled of the time between them.
ALTER TABLE client_record ADD COLUMN token_times bytea, ADD COLUMN chunk_times bytea;
COMMENT ON COLUMN client_record.token_times IS 'Arrival of each output token since sending: count, first in ns, differences in us, rest to the last in ns; seven bits a byte, low ones first.';
COMMENT ON COLUMN client_record.chunk_times IS 'Arrival of each chunk of content, coded like token_times.';

ALTER TABLE joined_request
  ADD COLUMN server_input_tokens  integer,
  ADD COLUMN server_output_tokens integer,
  ADD COLUMN token_times          bytea,
  ADD COLUMN chunk_times          bytea;
COMMENT ON COLUMN joined_request.server_output_tokens IS 'As the spans count them; output_tokens is the client''s count.';
COMMENT ON COLUMN joined_request.token_times IS 'The request''s own token times, hops and repeats put together; null where it was not streamed.';

CREATE TABLE report_histogram (
  revision_id bigint NOT NULL REFERENCES report_revision ON DELETE CASCADE,
  series      text   NOT NULL CHECK (series IN ('itl', 'chunk_interval')),
  requests    bigint NOT NULL CHECK (requests > 0),
  n           bigint NOT NULL CHECK (n > 0),
  sum_us      numeric NOT NULL,
  max_us      bigint NOT NULL,
  histogram   bytea  NOT NULL,
  PRIMARY KEY (revision_id, series)
);
COMMENT ON TABLE report_histogram IS 'Intervals of all tokens, or chunks, of a revision''s requests: they outlive the requests.';
COMMENT ON COLUMN report_histogram.histogram IS 'HdrHistogram in its compressed V2 encoding, microseconds, 3 significant digits.';
