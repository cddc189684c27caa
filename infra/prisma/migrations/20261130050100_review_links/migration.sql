-- CreateTable
CREATE TABLE "ReviewLink" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "mayComment" BOOLEAN NOT NULL,
    "recipient" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ReviewLink_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ReviewLink_hash_key" ON "ReviewLink"("hash");

-- CreateIndex
CREATE INDEX "ReviewLink_projectId_createdAt_id_idx" ON "ReviewLink"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ReviewLink_expiresAt_idx" ON "ReviewLink"("expiresAt");

-- AddForeignKey
ALTER TABLE "ReviewLink" ADD CONSTRAINT "ReviewLink_projectId_fkey"
  FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
