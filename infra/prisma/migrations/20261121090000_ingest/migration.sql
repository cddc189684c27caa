-- CreateTable
CREATE TABLE "Ingest" (
    "mediaId" TEXT NOT NULL,
    "part" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'PENDING',
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "result" JSONB,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "doneAt" TIMESTAMP(3),

    CONSTRAINT "Ingest_pkey" PRIMARY KEY ("mediaId","part")
);

-- CreateIndex
CREATE INDEX "Ingest_status_createdAt_idx" ON "Ingest"("status", "createdAt");

-- AddForeignKey
ALTER TABLE "Ingest" ADD CONSTRAINT "Ingest_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Media that were uploaded before there was an ingest get theirs now.
INSERT INTO "Ingest" ("mediaId", "part")
SELECT "id", 'picture' FROM "Media" WHERE "status" = 'READY' AND "facts" IS NOT NULL AND "kind" IN ('video', 'image')
UNION ALL
SELECT "id", 'sound' FROM "Media" WHERE "status" = 'READY' AND "facts" IS NOT NULL AND "hasAudio";
