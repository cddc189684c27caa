-- AlterTable
ALTER TABLE "Render" ADD COLUMN "parentId" TEXT,
ADD COLUMN "outputIndex" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "outputs" JSONB;

-- CreateIndex
CREATE INDEX "Render_parentId_outputIndex_idx" ON "Render"("parentId", "outputIndex");
