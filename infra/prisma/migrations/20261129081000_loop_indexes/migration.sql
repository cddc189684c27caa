-- CreateIndex
CREATE INDEX "Media_processing_idx" ON "Media"("createdAt") WHERE (status = 'PROCESSING');

-- CreateIndex
CREATE INDEX "Delivery_unfinished_upload_idx" ON "Delivery"("status") WHERE ("uploadId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "WebhookEndpoint_old_secret_idx" ON "WebhookEndpoint"("oldSecretUntil") WHERE ("oldSecretUntil" IS NOT NULL);

-- CreateIndex
CREATE INDEX "WebhookDelivery_createdAt_idx" ON "WebhookDelivery"("createdAt");

-- DropIndex
DROP INDEX "Destination_listed_createdAt_idx";

-- CreateIndex
CREATE INDEX "Destination_unlisted_idx" ON "Destination"("createdAt", "id") WHERE (NOT listed);
