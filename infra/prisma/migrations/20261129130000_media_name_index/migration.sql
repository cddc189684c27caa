-- Media of an account, newest first. A search reads the names from the index.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Media_accountId_createdAt_id_name_idx"
ON "Media"("accountId", "createdAt", "id", "name");
