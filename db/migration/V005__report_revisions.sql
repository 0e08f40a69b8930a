CREATE TABLE report_revision (
  id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id      integer     NOT NULL REFERENCES run ON DELETE CASCADE,
  revision    integer     NOT NULL CHECK (revision > 0),
  change_seq  bigint      NOT NULL,
  computed_at timestamptz NOT NULL,
  report      jsonb       NOT NULL,
  UNIQUE (run_id, revision)
);
COMMENT ON TABLE report_revision IS 'Stored reports of finished runs. Data that comes later makes a new revision; the earlier ones stay.';
