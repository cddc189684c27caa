-- AlterTable
ALTER TABLE "WebhookEndpoint" ADD COLUMN     "oldSecret" TEXT,
ADD COLUMN     "oldSecretUntil" TIMESTAMP(3);
