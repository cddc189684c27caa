-- Finds accounts by parts of their id, address and name. Without "fastupdate" each entry is in its place at once;
-- otherwise every search would read up to 4 MB of new entries.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Account_parts_idx" ON "Account"
USING gin ("account_parts"("id", "email", "name")) WITH (fastupdate = off);
