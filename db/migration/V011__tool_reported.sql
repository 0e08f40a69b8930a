-- Asked for with every commit of spans that hold a call.
CREATE INDEX run_generators ON run (id) WHERE jsonb_typeof(declaration -> 'generator_services') = 'array';

-- What a benchmark tool's file says itself, kept beside what is computed from its requests.
CREATE TABLE tool_reported (
  run_id    integer NOT NULL REFERENCES run ON DELETE CASCADE,
  generator text    NOT NULL,
  part      integer NOT NULL,
  metric    text    NOT NULL,
  stat      text    NOT NULL,
  step      integer,
  value     numeric NOT NULL,
  PRIMARY KEY (run_id, generator, part, metric, stat)
);
COMMENT ON TABLE tool_reported IS 'Figures that benchmark tools computed by their own definitions; a file sent again replaces its own.';
COMMENT ON COLUMN tool_reported.generator IS 'The upload''s generator; empty where it has no name.';
COMMENT ON COLUMN tool_reported.part IS 'Which result of the file, from 0.';
COMMENT ON COLUMN tool_reported.step IS 'The load step that the figure is of; null where the part is none.';
COMMENT ON COLUMN tool_reported.value IS 'Milliseconds, 1/s or a count, as the metric says.';
