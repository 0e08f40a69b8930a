-- Mappings are immutable: a changed document becomes a new version, so that a run can keep the one of its first join.
CREATE TABLE mapping (
  id         integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text        NOT NULL,
  version    integer     NOT NULL CHECK (version > 0),
  document   text        NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (name, version)
);
COMMENT ON TABLE mapping IS 'Versions of the span-to-phase mapping, as YAML.';

CREATE TABLE run (
  id          integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id      text        NOT NULL UNIQUE CHECK (run_id ~ '^[A-Za-z0-9._-]{1,100}$'),
  declaration jsonb       NOT NULL DEFAULT '{}',
  state       text        NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'settling', 'finished')),
  finished_by text        CHECK (finished_by IN ('request', 'idle')),
  created_at  timestamptz NOT NULL,
  settling_at timestamptz,
  finished_at timestamptz,
  mapping_id  integer     NOT NULL REFERENCES mapping,
  version     integer     NOT NULL DEFAULT 0
);
COMMENT ON TABLE run IS 'A load run and what was declared about it.';
COMMENT ON COLUMN run.run_id IS 'The name that clients use in URLs.';
COMMENT ON COLUMN run.version IS 'Optimistic lock.';

-- What changes with every arrival, apart from the row that people edit.
CREATE TABLE run_progress (
  run_id          integer     PRIMARY KEY REFERENCES run ON DELETE CASCADE,
  first_send_ns   bigint,
  last_send_ns    bigint,
  last_arrival_at timestamptz NOT NULL,
  change_seq      bigint      NOT NULL DEFAULT 0
);
COMMENT ON COLUMN run_progress.change_seq IS 'Grows whenever a joined row of the run is written or removed; a stored report carries the value it was made from.';
