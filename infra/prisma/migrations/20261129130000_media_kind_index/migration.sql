-- Media of one kind, newest first. A search reads the names from the index.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Media_accountId_kind_createdAt_id_name_idx"
ON "Media"("accountId", "kind", "createdAt", "id", "name");
