-- AlterTable
ALTER TABLE "Render" ADD COLUMN     "renderedFrames" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "Batch" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'PROCESSING',
    "format" TEXT NOT NULL,
    "quality" TEXT NOT NULL,
    "resolution" TEXT NOT NULL,
    "test" BOOLEAN NOT NULL DEFAULT false,
    "document" JSONB NOT NULL,
    "total" INTEGER NOT NULL,
    "waitingFor" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "completedAt" TIMESTAMP(3),

    CONSTRAINT "Batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BatchItem" (
    "batchId" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "reference" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL DEFAULT '',
    "variables" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'QUEUED',
    "error" TEXT,
    "renderId" TEXT,

    CONSTRAINT "BatchItem_pkey" PRIMARY KEY ("batchId","index")
);

-- CreateIndex
CREATE INDEX "Batch_accountId_createdAt_id_idx" ON "Batch"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Batch_status_createdAt_idx" ON "Batch"("status", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "BatchItem_renderId_key" ON "BatchItem"("renderId");

-- CreateIndex
CREATE INDEX "BatchItem_batchId_status_index_idx" ON "BatchItem"("batchId", "status", "index");

-- AddForeignKey
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchItem" ADD CONSTRAINT "BatchItem_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
