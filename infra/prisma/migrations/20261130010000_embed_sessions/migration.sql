-- CreateTable
CREATE TABLE "EmbedSession" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "permissions" TEXT[],
    "origins" TEXT[],
    "theme" JSONB NOT NULL,
    "endUser" TEXT,
    "mediaIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "EmbedSession_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "EmbedSession_hash_key" ON "EmbedSession"("hash");

-- CreateIndex
CREATE INDEX "EmbedSession_accountId_createdAt_id_idx" ON "EmbedSession"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "EmbedSession_projectId_idx" ON "EmbedSession"("projectId");

-- CreateIndex
CREATE INDEX "EmbedSession_keyId_idx" ON "EmbedSession"("keyId");

-- CreateIndex
CREATE INDEX "EmbedSession_expiresAt_idx" ON "EmbedSession"("expiresAt");

-- AddForeignKey
ALTER TABLE "EmbedSession" ADD CONSTRAINT "EmbedSession_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EmbedSession" ADD CONSTRAINT "EmbedSession_projectId_fkey"
  FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EmbedSession" ADD CONSTRAINT "EmbedSession_keyId_fkey"
  FOREIGN KEY ("keyId") REFERENCES "ApiKey"("id") ON DELETE CASCADE ON UPDATE CASCADE;
