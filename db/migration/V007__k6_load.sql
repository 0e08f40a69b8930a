-- What k6 says of the load besides its requests: from the points, from a summary, from k6 inspect.
CREATE TABLE load_second (
  run_id             integer NOT NULL REFERENCES run ON DELETE CASCADE,
  generator          text    NOT NULL,
  scenario           text    NOT NULL,
  second             bigint  NOT NULL,
  iterations         integer NOT NULL DEFAULT 0,
  dropped_iterations integer NOT NULL DEFAULT 0,
  vus                integer,
  vus_max            integer,
  PRIMARY KEY (run_id, generator, scenario, second)
);
COMMENT ON TABLE load_second IS 'Iterations ended, iterations dropped and virtual users in each second, from k6 points.';
COMMENT ON COLUMN load_second.second IS 'Seconds since 1970 on the generator''s clock.';
COMMENT ON COLUMN load_second.scenario IS 'Empty for vus and vus_max, which k6 gives for the whole test.';

CREATE TABLE k6_summary (
  run_id      integer     PRIMARY KEY REFERENCES run ON DELETE CASCADE,
  shape       text        NOT NULL CHECK (shape IN ('summary_export', 'handle_summary', 'machine_readable')),
  received_at timestamptz NOT NULL,
  summary     jsonb       NOT NULL
);
COMMENT ON TABLE k6_summary IS 'A k6 end-of-test summary in one form, whatever shape it came in; scripts and setup data are never stored.';
