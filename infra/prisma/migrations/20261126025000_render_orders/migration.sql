-- CreateTable
CREATE TABLE "RenderOrder" (
    "renderId" TEXT NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "RenderOrder_pkey" PRIMARY KEY ("renderId")
);

-- AddForeignKey
ALTER TABLE "RenderOrder" ADD CONSTRAINT "RenderOrder_renderId_fkey" FOREIGN KEY ("renderId") REFERENCES "Render"("id") ON DELETE CASCADE ON UPDATE CASCADE;
