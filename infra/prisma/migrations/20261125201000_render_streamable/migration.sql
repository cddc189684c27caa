-- AlterTable
ALTER TABLE "Render" ADD COLUMN "streamable" BOOLEAN NOT NULL DEFAULT false;
