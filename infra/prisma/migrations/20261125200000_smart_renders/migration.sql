-- Smart renders copy untouched groups of pictures: how many frames, and how each of their segments is made.
ALTER TABLE "Render" ADD COLUMN "copiedFrames" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "RenderSegment" ADD COLUMN "made" JSONB;
