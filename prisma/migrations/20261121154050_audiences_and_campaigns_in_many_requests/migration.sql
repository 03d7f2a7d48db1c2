-- DropIndex
DROP INDEX "campaign_due";

-- AlterTable
ALTER TABLE "audience" ADD COLUMN     "created_by" UUID,
ADD COLUMN     "ready_at" TIMESTAMPTZ(3),
ADD COLUMN     "recipients" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "removed_at" TIMESTAMPTZ(3),
ADD COLUMN     "summary" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "test" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "audience_recipient" DROP CONSTRAINT "audience_recipient_pkey",
ADD COLUMN     "hash" BYTEA NOT NULL,
ADD COLUMN     "position" INTEGER NOT NULL,
ADD CONSTRAINT "audience_recipient_pkey" PRIMARY KEY ("audience_id", "destination_type", "hash");

-- AlterTable
ALTER TABLE "campaign" ADD COLUMN     "answered" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "more_appids" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "nonce" TEXT,
ADD COLUMN     "plan" JSONB,
ADD COLUMN     "recipients" INTEGER,
ADD COLUMN     "refused" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "requests" INTEGER NOT NULL DEFAULT 1;

-- CreateIndex
CREATE UNIQUE INDEX "audience_recipient_audience_id_position_key" ON "audience_recipient"("audience_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_nonce_key" ON "campaign"("nonce");

-- CreateIndex
CREATE INDEX "campaign_due" ON "campaign"("starts_at") WHERE (starts_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "message_campaign" ON "message"("campaign_id", "id" DESC) WHERE (campaign_id IS NOT NULL);
