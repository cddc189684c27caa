-- Runs of `framemill backup`, for the page of operators.
CREATE TABLE "BackupRun" (
    "id" TEXT NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "endedAt" TIMESTAMP(3) NOT NULL,
    "sizeBytes" BIGINT,
    "error" TEXT,

    CONSTRAINT "BackupRun_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "BackupRun_endedAt_idx" ON "BackupRun"("endedAt");

-- Without it, the time at which a part was first known could be taken for the end of its first run.
ALTER TABLE "SweepPart" ADD COLUMN "succeeded" BOOLEAN NOT NULL DEFAULT false;
