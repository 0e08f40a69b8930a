CREATE TABLE access_token (
  id           integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name         text        NOT NULL,
  role         text        NOT NULL CHECK (role IN ('ingest', 'read', 'admin')),
  hash         bytea       NOT NULL UNIQUE,
  created_at   timestamptz NOT NULL,
  created_by   text        NOT NULL,
  expires_at   timestamptz,
  last_used_at timestamptz,
  revoked_at   timestamptz
);
COMMENT ON TABLE access_token IS 'Tokens made over the API. A revoked one stays, so that the service stays closed.';
COMMENT ON COLUMN access_token.hash IS 'SHA-256 of the token; the token itself is stored nowhere.';
COMMENT ON COLUMN access_token.last_used_at IS 'To the minute.';

CREATE TABLE access_session (
  hash       bytea       PRIMARY KEY,
  token_hash bytea       NOT NULL,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE access_session IS 'Browsers that are signed in, with the token that they signed in with.';

CREATE TABLE audit_event (
  id      bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at      timestamptz NOT NULL,
  actor   text        NOT NULL,
  act     text        NOT NULL,
  status  integer     NOT NULL,
  address text        NOT NULL,
  detail  text
);
COMMENT ON TABLE audit_event IS 'Administrative acts: method and path, by whom, and how they were answered. Append only.';
