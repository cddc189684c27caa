-- AlterTable
ALTER TABLE "Attempt" ADD COLUMN     "express" BOOLEAN NOT NULL DEFAULT false;
