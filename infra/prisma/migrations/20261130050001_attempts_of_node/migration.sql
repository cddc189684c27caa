-- The attempts of a node within the last day, for its page.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Attempt_nodeId_startedAt_idx" ON "Attempt"("nodeId", "startedAt");
