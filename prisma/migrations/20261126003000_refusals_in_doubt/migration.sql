-- AlterTable
ALTER TABLE "credential" ADD COLUMN     "worked_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "device" ADD COLUMN     "doubted_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "device_doubted" ON "device"("app_id") WHERE (doubted_at IS NOT NULL);
