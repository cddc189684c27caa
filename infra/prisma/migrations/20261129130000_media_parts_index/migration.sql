-- Finds media by parts of their names. Without "fastupdate" each entry is in its place at once; otherwise every search
-- would read up to 4 MB of new entries.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Media_parts_idx" ON "Media"
USING gin ("media_parts"("accountId", "name")) WITH (fastupdate = off);
