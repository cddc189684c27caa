-- AlterTable
ALTER TABLE "Render" ADD COLUMN     "qc" JSONB;

-- CreateTable
CREATE TABLE "RenderReport" (
    "renderId" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'PENDING',
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "doneAt" TIMESTAMP(3),

    CONSTRAINT "RenderReport_pkey" PRIMARY KEY ("renderId")
);

-- CreateIndex
CREATE INDEX "RenderReport_status_createdAt_idx" ON "RenderReport"("status", "createdAt");

-- AddForeignKey
ALTER TABLE "RenderReport" ADD CONSTRAINT "RenderReport_renderId_fkey" FOREIGN KEY ("renderId") REFERENCES "Render"("id") ON DELETE CASCADE ON UPDATE CASCADE;
