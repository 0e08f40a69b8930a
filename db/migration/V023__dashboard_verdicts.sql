CREATE VIEW dashboard.verdict AS
SELECT DISTINCT ON (v.run_id, v.budget)
       d.run_id, d.started_at, d.labels,
       v.budget,
       v.budget_version               AS version,
       v.revision,
       v.verdict,
       v.guilty                       AS guilty_phase,
       v.document #>> '{guilty,0,owner}' AS guilty_owner,
       v.post_hoc,
       v.judged_at
  FROM verdict v
  JOIN run r ON r.id = v.run_id
  JOIN dashboard.run d ON d.run_id = r.run_id
 ORDER BY v.run_id, v.budget, v.revision DESC, v.budget_version DESC, v.id DESC;
COMMENT ON VIEW dashboard.verdict IS 'The newest verdict of each budget on each finished run.';
