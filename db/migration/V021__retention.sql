-- Raw pairs have a limited life; what is published of them outlives them.
ALTER TABLE run ADD COLUMN pairs_removed_at timestamptz;
COMMENT ON COLUMN run.pairs_removed_at IS 'Since when the run''s client records and joined rows are removed: its stored report is final; null while they are kept.';

CREATE TABLE measure_histogram (
  run_id    integer NOT NULL REFERENCES run ON DELETE CASCADE,
  measure   text    NOT NULL,
  kind      text    NOT NULL,
  negative  boolean NOT NULL,
  n         bigint  NOT NULL CHECK (n > 0),
  sum_us    numeric NOT NULL,
  max_us    bigint  NOT NULL,
  histogram bytea   NOT NULL,
  PRIMARY KEY (run_id, measure, kind, negative)
);
COMMENT ON TABLE measure_histogram IS 'Values of the successes of a run''s cohort, made when its raw pairs were removed.';
COMMENT ON COLUMN measure_histogram.kind IS 'Of times to first token: token, chunk or first_byte; else empty.';
COMMENT ON COLUMN measure_histogram.negative IS 'Magnitudes of values below 0; they have a histogram of their own.';
COMMENT ON COLUMN measure_histogram.histogram IS 'HdrHistogram in its compressed V2 encoding, microseconds, 3 significant digits.';
