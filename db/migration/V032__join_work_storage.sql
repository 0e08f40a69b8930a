-- Trace IDs are random: compressing them costs time and saves nothing.
ALTER TABLE join_work ALTER COLUMN trace_ids SET STORAGE EXTERNAL;
