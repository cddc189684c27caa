-- Why a pool draws a render, and what became of graphics cards under it.
ALTER TABLE "Render" ADD COLUMN "poolReason" TEXT;
ALTER TABLE "Render" ADD COLUMN "cardLosses" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Render" ADD COLUMN "keptOffCard" TEXT;
