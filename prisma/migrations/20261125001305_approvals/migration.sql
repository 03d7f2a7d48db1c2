-- AlterTable
ALTER TABLE "campaign" ADD COLUMN     "approval_id" UUID;

-- AlterTable
ALTER TABLE "service" ADD COLUMN     "approval_above" INTEGER,
ADD COLUMN     "approval_hours" INTEGER NOT NULL DEFAULT 72,
ADD COLUMN     "approval_scheduled" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "approval" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "campaign_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "subject" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "asked_by" UUID NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_by" UUID,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "approval_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "approval_campaign_id_asked_at_idx" ON "approval"("campaign_id", "asked_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "approval_open" ON "approval"("campaign_id") WHERE (state IN ('waiting', 'approved'));
