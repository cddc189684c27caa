-- Destinations that lists show, without those that came with one render.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Destination_listed_idx"
ON "Destination"("accountId", "createdAt", "id") WHERE (listed);
