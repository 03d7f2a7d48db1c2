-- AlterTable
ALTER TABLE "campaign_order" ADD COLUMN     "answered_recipients" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "continues" TEXT NOT NULL DEFAULT 'itself',
ADD COLUMN     "pause_app" UUID,
ADD COLUMN     "pause_provider" TEXT,
ADD COLUMN     "pause_reason" TEXT,
ADD COLUMN     "paused_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "campaign_order_paused" ON "campaign_order"("service_id", "id") WHERE (state = 'paused');
