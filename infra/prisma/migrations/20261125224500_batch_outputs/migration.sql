-- AlterTable
ALTER TABLE "Batch" ADD COLUMN     "outputs" JSONB,
ADD COLUMN     "delivery" JSONB,
ALTER COLUMN "document" DROP NOT NULL;

-- AlterTable
ALTER TABLE "WebhookEndpoint" ADD COLUMN     "batchId" TEXT;

-- CreateIndex
CREATE INDEX "WebhookEndpoint_batchId_idx" ON "WebhookEndpoint"("batchId");

-- AddForeignKey
ALTER TABLE "WebhookEndpoint" ADD CONSTRAINT "WebhookEndpoint_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
