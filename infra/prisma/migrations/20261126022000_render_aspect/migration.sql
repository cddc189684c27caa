-- AlterTable
ALTER TABLE "Render" ADD COLUMN     "aspect" TEXT;
