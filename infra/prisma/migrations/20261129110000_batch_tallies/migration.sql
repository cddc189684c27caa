-- AlterTable
ALTER TABLE "Batch" ADD COLUMN "tallies" JSONB;
