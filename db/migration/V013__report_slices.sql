CREATE TABLE report_slice (
  revision_id bigint NOT NULL REFERENCES report_revision ON DELETE CASCADE,
  dimension   text   NOT NULL,
  slices      jsonb  NOT NULL,
  PRIMARY KEY (revision_id, dimension)
);
COMMENT ON TABLE report_slice IS 'A revision cut by one dimension, in which its requests differ. Combinations are computed when asked for.';
