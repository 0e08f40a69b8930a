-- A report is true for the rows and the declaration that it was made from: a window declared later makes a new revision.
ALTER TABLE report_revision ADD COLUMN declaration jsonb NOT NULL DEFAULT '{}';
COMMENT ON COLUMN report_revision.declaration IS 'The run''s declaration that the report was made under.';

-- A trace without a client record is found by the run that its resource names.
CREATE INDEX joined_request_resource_run ON joined_request (resource_run_id) WHERE state = 'server_only';
