-- Entries of one action, newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "AuditEntry_action_createdAt_id_idx" ON "AuditEntry"("action", "createdAt", "id");
