-- Each workspace has a total too: the number of its projects. Its kind is 'workspace:' and the id.
CREATE OR REPLACE FUNCTION "totals_of"(p "Project", created TIMESTAMP, sign INT)
RETURNS TABLE (kind TEXT, since TIMESTAMP, count INT, amount BIGINT) LANGUAGE sql STABLE AS $$
  SELECT v.kind, TIMESTAMP 'epoch', sign, 0::bigint FROM (VALUES
    ('projects', true),
    ('workspace:' || p."workspaceId", p."workspaceId" IS NOT NULL)
  ) v (kind, counts) WHERE v.counts
$$;

CREATE TRIGGER "Project_totals_workspace" AFTER UPDATE OF "workspaceId" ON "Project" FOR EACH ROW
  EXECUTE FUNCTION "keep_totals_of_Project"();
