-- CreateTable
CREATE TABLE "ProjectChange" (
    "projectId" TEXT NOT NULL,
    "rev" INTEGER NOT NULL,
    "batchId" TEXT,
    "author" JSONB NOT NULL,
    "commands" TEXT NOT NULL,
    "results" TEXT,
    "changes" TEXT NOT NULL,
    "inverse" TEXT NOT NULL,
    "snapshot" TEXT,
    "sizeBytes" INTEGER NOT NULL,
    "undoes" INTEGER,
    "restores" INTEGER,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ProjectChange_pkey" PRIMARY KEY ("projectId","rev")
);

-- CreateIndex
CREATE UNIQUE INDEX "ProjectChange_projectId_batchId_key" ON "ProjectChange"("projectId", "batchId");

-- AddForeignKey
ALTER TABLE "ProjectChange" ADD CONSTRAINT "ProjectChange_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
