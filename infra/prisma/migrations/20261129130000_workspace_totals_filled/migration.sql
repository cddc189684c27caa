-- Fills the totals of existing workspaces. The trigger is committed by now, so writers go on meanwhile: a project and
-- the part of the total that the trigger has added for it are both in this statement's snapshot or both not, as in
-- `reconcile_totals`.
INSERT INTO "Total" ("accountId", kind, since, count, amount)
SELECT x."accountId", x.kind, TIMESTAMP 'epoch', sum(x.count), 0 FROM (
  SELECT p."accountId", 'workspace:' || p."workspaceId" AS kind, 1 AS count FROM "Project" p
  WHERE p."workspaceId" IS NOT NULL
  UNION ALL
  SELECT t."accountId", t.kind, -t.count FROM "Total" t WHERE t.kind LIKE 'workspace:%'
) x
GROUP BY x."accountId", x.kind HAVING sum(x.count) <> 0;
