-- What repeats from span to span is stored once, in one number of four bytes.
CREATE TABLE span_shape (
  id          integer  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fingerprint uuid     NOT NULL UNIQUE,
  name        text,
  scope       text     NOT NULL,
  kind        smallint NOT NULL,
  status      smallint NOT NULL,
  flags       integer  NOT NULL,
  attributes  jsonb
);
COMMENT ON TABLE span_shape IS 'Dictionary of what spans have in common: name, scope, kind, status, flags and attributes of few values.';
COMMENT ON COLUMN span_shape.fingerprint IS 'Digest of the other columns.';
COMMENT ON COLUMN span_shape.name IS 'Null: the span holds its name itself.';
COMMENT ON COLUMN span_shape.kind IS 'OTLP SpanKind number.';
COMMENT ON COLUMN span_shape.status IS 'OTLP StatusCode number.';
COMMENT ON COLUMN span_shape.flags IS 'OTLP span flags, bits 0 to 9.';
COMMENT ON COLUMN span_shape.attributes IS 'Allow-listed attributes that all spans of this shape have.';

-- Spans stored before keep the columns that a shape stands for now.
ALTER TABLE span
  ADD COLUMN shape_id integer,
  ALTER COLUMN scope_id DROP NOT NULL,
  ALTER COLUMN flags DROP NOT NULL,
  ALTER COLUMN kind DROP NOT NULL,
  ALTER COLUMN status DROP NOT NULL;
COMMENT ON COLUMN span.shape_id IS 'The span''s shape; null in spans of before, which have name_id, scope_id, flags, kind and status instead.';
COMMENT ON COLUMN span.name IS 'The name, where neither the shape nor name_id holds it.';
COMMENT ON COLUMN span.attributes IS 'Allow-listed attributes that the shape does not hold.';
