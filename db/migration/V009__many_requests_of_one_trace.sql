-- A script that sends one trace ID with every request makes more rows of one trace than a smallint counts.
ALTER TABLE joined_request ALTER COLUMN ordinal TYPE integer;
