-- Keys of an app, newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ApiKey_appId_createdAt_id_idx"
ON "ApiKey"("appId", "createdAt", "id");
