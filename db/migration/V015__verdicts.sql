CREATE TABLE verdict (
  id                integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id            integer     NOT NULL REFERENCES run ON DELETE CASCADE,
  revision          integer     NOT NULL CHECK (revision > 0),
  budget            text        NOT NULL,
  budget_version    integer     NOT NULL,
  baseline          text        NOT NULL,
  baseline_revision integer     NOT NULL,
  post_hoc          boolean     NOT NULL,
  verdict           text        NOT NULL CHECK (verdict IN ('pass', 'warn', 'fail', 'inconclusive')),
  guilty            text,
  judged_at         timestamptz NOT NULL,
  document          jsonb       NOT NULL,
  UNIQUE (run_id, revision, budget, budget_version, baseline, baseline_revision, post_hoc),
  FOREIGN KEY (budget, budget_version) REFERENCES budget_version (name, version)
);
CREATE INDEX verdict_budget ON verdict (budget, run_id);
COMMENT ON TABLE verdict IS 'Verdicts on finished runs, each of one report revision and one budget version. Later data makes another row; the earlier ones stay.';
COMMENT ON COLUMN verdict.baseline IS 'Name of the run that was compared with; empty where there was none.';
COMMENT ON COLUMN verdict.guilty IS 'The phase at fault, the worst one; null where none is named.';

CREATE TABLE verdict_basis (
  run_id   integer     NOT NULL REFERENCES run ON DELETE CASCADE,
  field    text        NOT NULL CHECK (field IN ('window', 'load', 'services', 'mapping')),
  value    jsonb       NOT NULL,
  first_at timestamptz NOT NULL,
  PRIMARY KEY (run_id, field)
);
COMMENT ON TABLE verdict_basis IS 'What was declared when a run was first judged: a verdict under another declaration is post hoc.';
