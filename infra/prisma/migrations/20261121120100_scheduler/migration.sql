-- AlterTable
ALTER TABLE "Render" ADD COLUMN "mediaSha256s" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "Attempt" ADD COLUMN "speculative" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "MediaFault" (
    "accountId" TEXT NOT NULL,
    "mediaSha256" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "nodeIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "error" TEXT NOT NULL,
    "renderId" TEXT NOT NULL,
    "quarantinedAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "MediaFault_pkey" PRIMARY KEY ("accountId","mediaSha256")
);

-- CreateTable
CREATE TABLE "OutboxEvent" (
    "id" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "renderId" TEXT,
    "appId" TEXT,
    "payload" JSONB NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "consumedAt" TIMESTAMP(3),

    CONSTRAINT "OutboxEvent_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "MediaFault_quarantinedAt_idx" ON "MediaFault"("quarantinedAt");

-- CreateIndex
CREATE INDEX "OutboxEvent_consumedAt_id_idx" ON "OutboxEvent"("consumedAt", "id");

-- CreateIndex
CREATE INDEX "Attempt_taskId_outcome_idx" ON "Attempt"("taskId", "outcome");

-- CreateIndex
CREATE INDEX "Artifact_lastUsedAt_idx" ON "Artifact"("lastUsedAt");
