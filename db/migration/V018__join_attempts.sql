ALTER TABLE join_work
  ADD COLUMN attempts  integer NOT NULL DEFAULT 0,
  ADD COLUMN set_aside boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN join_work.attempts IS 'How often the database refused to store what came of this work.';
COMMENT ON COLUMN join_work.set_aside IS 'Refused too often: left until the next start of a service.';
