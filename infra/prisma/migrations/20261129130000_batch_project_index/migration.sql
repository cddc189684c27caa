-- Batches of a project, newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Batch_accountId_projectId_createdAt_id_idx"
ON "Batch"("accountId", "projectId", "createdAt", "id");
