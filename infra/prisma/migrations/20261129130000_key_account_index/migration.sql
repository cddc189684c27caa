-- Keys of an account, newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ApiKey_accountId_createdAt_id_idx"
ON "ApiKey"("accountId", "createdAt", "id");
