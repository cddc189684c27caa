-- AlterTable
ALTER TABLE "Destination" ADD COLUMN     "isSlow" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN     "sentBytes" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "DeliveryPart" (
    "deliveryId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "etag" TEXT NOT NULL,
    "sizeBytes" INTEGER NOT NULL,

    CONSTRAINT "DeliveryPart_pkey" PRIMARY KEY ("deliveryId","number")
);

-- AddForeignKey
ALTER TABLE "DeliveryPart" ADD CONSTRAINT "DeliveryPart_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
