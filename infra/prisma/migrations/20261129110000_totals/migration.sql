-- CreateTable
CREATE TABLE "Total" (
    "id" BIGSERIAL NOT NULL,
    "accountId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "since" TIMESTAMP(3) NOT NULL,
    "count" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "Total_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Total_accountId_kind_since_idx" ON "Total"("accountId", "kind", "since");

-- Start of the part of a day (UTC) in which a time lies. The months of an account begin at the time of day of
-- `created`, so each day has two parts, and a month never begins within a part. null when `created` is null.
CREATE FUNCTION "day_part"(at TIMESTAMP, created TIMESTAMP) RETURNS TIMESTAMP LANGUAGE sql IMMUTABLE AS $$
  SELECT date_trunc('day', at) + (at::time >= created::time)::int * created::time::interval
$$;

-- What a row adds to the totals of its account, or with sign -1 takes from them. `created` is the creation time of the
-- account. Each table that has totals has its own `totals_of`. A `since` of 1970 means all rows. The days of a deleted
-- account are left out: `created` and `since` are null.
CREATE FUNCTION "totals_of"(m "Media", created TIMESTAMP, sign INT)
RETURNS TABLE (kind TEXT, since TIMESTAMP, count INT, amount BIGINT) LANGUAGE sql STABLE AS $$
  SELECT 'media', TIMESTAMP 'epoch', sign, sign * m."sizeBytes"
$$;

CREATE FUNCTION "totals_of"(a "Artifact", created TIMESTAMP, sign INT)
RETURNS TABLE (kind TEXT, since TIMESTAMP, count INT, amount BIGINT) LANGUAGE sql STABLE AS $$
  SELECT 'segments', TIMESTAMP 'epoch', sign, sign * a."sizeBytes"
$$;

CREATE FUNCTION "totals_of"(p "Project", created TIMESTAMP, sign INT)
RETURNS TABLE (kind TEXT, since TIMESTAMP, count INT, amount BIGINT) LANGUAGE sql STABLE AS $$
  SELECT 'projects', TIMESTAMP 'epoch', sign, 0::bigint
$$;

CREATE FUNCTION "totals_of"(l "LedgerEntry", created TIMESTAMP, sign INT)
RETURNS TABLE (kind TEXT, since TIMESTAMP, count INT, amount BIGINT) LANGUAGE sql STABLE AS $$
  SELECT v.kind, v.since, sign, (sign * l.delta)::bigint FROM (VALUES
    ('credits', TIMESTAMP 'epoch', true),
    ('spent', "day_part"(l."createdAt", created), l.kind IN ('charge', 'refund'))
  ) v (kind, since, counts) WHERE v.counts AND v.since IS NOT NULL
$$;

CREATE FUNCTION "totals_of"(r "Render", created TIMESTAMP, sign INT)
RETURNS TABLE (kind TEXT, since TIMESTAMP, count INT, amount BIGINT) LANGUAGE sql STABLE AS $$
  SELECT v.kind, v.since, sign, sign * v.bytes FROM (VALUES
    ('renders', TIMESTAMP 'epoch', 0, true),
    (CASE WHEN r.test THEN 'testFilms' ELSE 'films' END, TIMESTAMP 'epoch', coalesce(r."fileSizeBytes", 0),
      r.status = 'COMPLETED'),
    ('exports', "day_part"(r."createdAt", created), 0, NOT r.test AND NOT r.refunded)
  ) v (kind, since, bytes, counts) WHERE v.counts AND v.since IS NOT NULL
$$;

-- Adds to a total without waiting for other transactions. A row that another transaction has changed and not yet
-- committed is left alone: the change goes to another row of the same total, or to a new one. So writers of one account
-- never wait for each other, and no order of accounts can lead to a deadlock. `reconcile_totals` merges these rows. The
-- totals of files are also kept for all accounts together, as those of the account ''.
CREATE FUNCTION "add_to_total"(account TEXT, of_kind TEXT, begin TIMESTAMP, count_change BIGINT, amount_change NUMERIC)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  free BIGINT;
BEGIN
  IF count_change = 0 AND amount_change = 0 THEN RETURN; END IF;
  SELECT t.id INTO free FROM "Total" t WHERE t."accountId" = account AND t.kind = of_kind AND t.since = begin
    ORDER BY t.id LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE "Total" t SET count = t.count + count_change, amount = t.amount + amount_change WHERE t.id = free;
  ELSE
    INSERT INTO "Total" ("accountId", kind, since, count, amount)
    VALUES (account, of_kind, begin, count_change, amount_change);
  END IF;
  IF account <> '' AND of_kind IN ('media', 'segments', 'films', 'testFilms') THEN
    PERFORM "add_to_total"('', of_kind, begin, count_change, amount_change);
  END IF;
END
$$;

-- Compares the totals of an account with the rows that they sum up, repairs them, and returns what was added to each.
-- '' compares the totals of all accounts with those of the single accounts. Reads all rows of the account in one
-- statement, so that writers need not stop: in every snapshot, a row and its part of the totals are both there or both
-- absent. Runs as the owner of the tables, because the scheduler may not read all of them.
CREATE FUNCTION "reconcile_totals"(account TEXT)
RETURNS TABLE (kind TEXT, since TIMESTAMP, count BIGINT, amount BIGINT)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  created TIMESTAMP;
BEGIN
  -- Two reconciliations at once would both add the difference.
  PERFORM pg_advisory_xact_lock(hashtext('reconcile_totals'));
  SELECT a."createdAt" INTO created FROM "Account" a WHERE a.id = account;
  RETURN QUERY INSERT INTO "Total" AS added ("accountId", kind, since, count, amount)
    SELECT account, x.kind, x.since, sum(x.count), sum(x.amount) FROM (
      SELECT t.* FROM "Media" m, "totals_of"(m, created, 1) t WHERE m."accountId" = account
      UNION ALL
      SELECT t.* FROM "Artifact" a, "totals_of"(a, created, 1) t WHERE a."accountId" = account
      UNION ALL
      SELECT t.* FROM "Project" p, "totals_of"(p, created, 1) t WHERE p."accountId" = account
      UNION ALL
      SELECT t.* FROM "LedgerEntry" l, "totals_of"(l, created, 1) t WHERE l."accountId" = account
      UNION ALL
      SELECT t.* FROM "Render" r, "totals_of"(r, created, 1) t WHERE r."accountId" = account
      UNION ALL
      SELECT t.kind, t.since, t.count, t.amount FROM "Total" t
      WHERE account = '' AND t."accountId" <> '' AND t.kind IN ('media', 'segments', 'films', 'testFilms')
      UNION ALL
      SELECT t.kind, t.since, -t.count, -t.amount FROM "Total" t WHERE t."accountId" = account
    ) x
    GROUP BY x.kind, x.since HAVING sum(x.count) <> 0 OR sum(x.amount) <> 0
    RETURNING added.kind, added.since, added.count, added.amount;
  WITH split AS (
    SELECT t.kind, t.since FROM "Total" t WHERE t."accountId" = account GROUP BY t.kind, t.since HAVING count(*) > 1
  ), free AS (
    SELECT t.id FROM "Total" t JOIN split s ON s.kind = t.kind AND s.since = t.since WHERE t."accountId" = account
    FOR UPDATE OF t SKIP LOCKED
  ), merged AS (
    DELETE FROM "Total" t WHERE t.id = ANY(ARRAY(SELECT free.id FROM free)) RETURNING t.*
  )
  INSERT INTO "Total" ("accountId", kind, since, count, amount)
  SELECT account, m.kind, m.since, sum(m.count), sum(m.amount) FROM merged m GROUP BY m.kind, m.since;
END
$$;

-- The triggers keep the totals in the transaction of each change, whoever makes it: every version of every process, an
-- operator at the database, and PostgreSQL itself when it deletes the rows of a deleted account. One statement that
-- adds or deletes thousands of rows changes each total once.
DO $create$
DECLARE
  source RECORD;
BEGIN
  FOR source IN SELECT * FROM (VALUES
    ('Media', '"accountId", "sizeBytes"'),
    ('Artifact', '"accountId", "sizeBytes"'),
    ('Project', '"accountId"'),
    ('LedgerEntry', '"accountId", "createdAt", kind, delta'),
    ('Render', '"accountId", "createdAt", status, test, refunded, "fileSizeBytes"')
  ) AS sources(name, columns)
  LOOP
    EXECUTE format($sql$
      CREATE FUNCTION %2$I() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        IF TG_OP = 'UPDATE' THEN
          PERFORM "add_to_total"(t."accountId", t.kind, t.since, sum(t.count), sum(t.amount)) FROM (
            SELECT NEW."accountId", added.* FROM (SELECT) one
              LEFT JOIN "Account" a ON a.id = NEW."accountId", "totals_of"(NEW, a."createdAt", 1) added
            UNION ALL
            SELECT OLD."accountId", taken.* FROM (SELECT) one
              LEFT JOIN "Account" a ON a.id = OLD."accountId", "totals_of"(OLD, a."createdAt", -1) taken
          ) t GROUP BY t."accountId", t.kind, t.since;
        ELSE
          PERFORM "add_to_total"(c."accountId", t.kind, t.since, sum(t.count), sum(t.amount))
          FROM changed c LEFT JOIN "Account" a ON a.id = c."accountId",
            "totals_of"(c::%1$I, a."createdAt", CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END) t
          GROUP BY c."accountId", t.kind, t.since;
        END IF;
        RETURN NULL;
      END
      $body$;
      CREATE TRIGGER %3$I AFTER INSERT ON %1$I REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION %2$I();
      CREATE TRIGGER %4$I AFTER DELETE ON %1$I REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION %2$I();
      CREATE TRIGGER %5$I AFTER UPDATE OF %6$s ON %1$I FOR EACH ROW
        EXECUTE FUNCTION %2$I();
    $sql$, source.name, 'keep_totals_of_' || source.name, source.name || '_totals_insert',
      source.name || '_totals_delete', source.name || '_totals_update', source.columns);
  END LOOP;
END
$create$;
