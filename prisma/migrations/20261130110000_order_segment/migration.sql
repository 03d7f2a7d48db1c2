-- AlterTable
ALTER TABLE "audience" ADD COLUMN     "order_id" UUID,
ADD COLUMN     "snapshot_key" TEXT;

-- AlterTable
ALTER TABLE "campaign_order" ADD COLUMN     "segment_id" UUID,
ADD COLUMN     "segment_name" TEXT,
ADD COLUMN     "segment_revision" INTEGER,
ADD COLUMN     "segment_rule" JSONB,
ADD COLUMN     "segment_evaluation" TEXT;

-- CreateIndex
CREATE INDEX "audience_snapshot" ON "audience"("service_id", "snapshot_key") WHERE snapshot_key IS NOT NULL;
