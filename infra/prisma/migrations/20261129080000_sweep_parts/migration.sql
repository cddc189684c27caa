-- CreateTable
CREATE TABLE "SweepPart" (
    "name" TEXT NOT NULL,
    "endedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "position" TEXT,

    CONSTRAINT "SweepPart_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE INDEX "Invitation_expiresAt_idx" ON "Invitation"("expiresAt");

-- CreateIndex
CREATE INDEX "Media_objectKey_idx" ON "Media"("objectKey");

-- CreateIndex
CREATE INDEX "Render_completedAt_id_idx" ON "Render"("completedAt", "id");

-- CreateIndex
CREATE INDEX "Batch_completedAt_idx" ON "Batch"("completedAt") WHERE (document IS NOT NULL);
