-- AlterTable
ALTER TABLE "Batch" ADD COLUMN     "qc" JSONB;
