-- AlterTable
ALTER TABLE "Render" ADD COLUMN     "deliveries" JSONB;

-- CreateTable
CREATE TABLE "Destination" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "secret" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "listed" BOOLEAN NOT NULL DEFAULT true,
    "checkedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Destination_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Delivery" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "renderId" TEXT NOT NULL,
    "outputIndex" INTEGER NOT NULL,
    "destinationId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reference" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL DEFAULT '',
    "path" TEXT,
    "status" TEXT NOT NULL DEFAULT 'WAITING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "round" INTEGER NOT NULL DEFAULT 0,
    "nextTryAt" TIMESTAMP(3),
    "leaseUntil" TIMESTAMP(3),
    "uploadId" TEXT,
    "url" TEXT,
    "error" TEXT,
    "sizeBytes" BIGINT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deliveredAt" TIMESTAMP(3),

    CONSTRAINT "Delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Destination_accountId_createdAt_id_idx" ON "Destination"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Destination_listed_createdAt_idx" ON "Destination"("listed", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Delivery_renderId_outputIndex_key" ON "Delivery"("renderId", "outputIndex");

-- CreateIndex
CREATE INDEX "Delivery_status_nextTryAt_idx" ON "Delivery"("status", "nextTryAt");

-- CreateIndex
CREATE INDEX "Delivery_destinationId_status_idx" ON "Delivery"("destinationId", "status");

-- AddForeignKey
ALTER TABLE "Destination" ADD CONSTRAINT "Destination_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_renderId_fkey" FOREIGN KEY ("renderId") REFERENCES "Render"("id") ON DELETE CASCADE ON UPDATE CASCADE;
