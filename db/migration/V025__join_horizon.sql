-- Work that a later join has seen already is not done again.
CREATE TABLE database_home (
  generation        integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  system_identifier bigint  NOT NULL UNIQUE
);
COMMENT ON TABLE database_home IS 'Clusters that this database lived in: transaction numbers of one say nothing in another, as after a restore.';

ALTER TABLE joined_request
  ADD COLUMN seen_in     integer,
  ADD COLUMN seen_before bigint;
COMMENT ON COLUMN joined_request.seen_in IS 'database_home whose transactions seen_before counts; null: not known.';
COMMENT ON COLUMN joined_request.seen_before IS 'The join saw all that was committed by transactions with a lesser number.';

ALTER TABLE join_work ADD COLUMN arrived_in bigint;
COMMENT ON COLUMN join_work.arrived_in IS 'The transaction that stored the spans or records of these traces; null: they are joined in any case.';
