CREATE TABLE budget_version (
  id         integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text        NOT NULL CHECK (name ~ '^[A-Za-z0-9._-]{1,100}$'),
  version    integer     NOT NULL CHECK (version > 0),
  text       text        NOT NULL,
  document   jsonb       NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (name, version)
);
COMMENT ON TABLE budget_version IS 'Versions of budgets. A version is never changed.';
COMMENT ON COLUMN budget_version.text IS 'As it was given, YAML or JSON.';
COMMENT ON COLUMN budget_version.document IS 'In one form: documents that mean the same are equal in it.';
COMMENT ON COLUMN budget_version.created_at IS 'By the service''s clock: a version made after a run''s first arrival does not judge it.';

-- A budget counts for a run only if it was there before anything of the run was. Of runs that are here already, nothing is known that is earlier than their first mention.
ALTER TABLE run_progress ADD COLUMN first_arrival_at timestamptz;
UPDATE run_progress p SET first_arrival_at = r.created_at FROM run r WHERE r.id = p.run_id;
COMMENT ON COLUMN run_progress.first_arrival_at IS 'When the first span or record of the run arrived, by the service''s clock.';
