-- AlterTable
ALTER TABLE "message" ADD COLUMN     "words" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "delivery_recipient" ON "delivery"("service_id", "destination", "message_id" DESC);
