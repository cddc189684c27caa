-- AlterTable
ALTER TABLE "MediaFault" ALTER COLUMN "renderId" DROP NOT NULL;
