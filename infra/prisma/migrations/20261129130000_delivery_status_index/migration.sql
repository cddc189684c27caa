-- Deliveries of an endpoint with one status, newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "WebhookDelivery_endpointId_status_createdAt_id_idx"
ON "WebhookDelivery"("endpointId", "status", "createdAt", "id");
