-- Accounts, newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Account_createdAt_id_idx" ON "Account"("createdAt", "id");
