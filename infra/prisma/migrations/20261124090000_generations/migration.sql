-- CreateTable
CREATE TABLE "GenerationJob" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "appId" TEXT,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'PENDING',
    "progress" INTEGER NOT NULL DEFAULT 0,
    "credits" INTEGER NOT NULL,
    "chargeId" TEXT,
    "request" JSONB,
    "provider" TEXT,
    "providerJobId" TEXT,
    "mediaIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "error" TEXT,
    "leaseUntil" TIMESTAMP(3) NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "GenerationJob_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "GenerationJob_accountId_kind_createdAt_idx" ON "GenerationJob"("accountId", "kind", "createdAt");

-- CreateIndex
CREATE INDEX "GenerationJob_status_leaseUntil_idx" ON "GenerationJob"("status", "leaseUntil");

-- AddForeignKey
ALTER TABLE "GenerationJob" ADD CONSTRAINT "GenerationJob_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "Media" ADD COLUMN     "generationId" TEXT;

-- CreateIndex
CREATE INDEX "Media_generationId_idx" ON "Media"("generationId");
