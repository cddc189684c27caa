-- Webhook endpoints that lists show, without those of single batches.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "WebhookEndpoint_listed_idx"
ON "WebhookEndpoint"("accountId", "createdAt", "id") WHERE ("batchId" IS NULL);
