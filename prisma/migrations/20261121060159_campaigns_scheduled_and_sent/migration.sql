-- AlterTable
ALTER TABLE "campaign" ADD COLUMN     "problem" TEXT,
ADD COLUMN     "request" TEXT,
ADD COLUMN     "transid" UUID,
ADD COLUMN     "updated_by" UUID;

-- CreateIndex
CREATE INDEX "campaign_due" ON "campaign"("starts_at") WHERE (state = 'scheduled');
