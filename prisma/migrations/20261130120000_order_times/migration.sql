-- AlterTable
ALTER TABLE "service" ADD COLUMN     "quiet_from" INTEGER,
ADD COLUMN     "quiet_to" INTEGER,
ADD COLUMN     "timezone" TEXT NOT NULL DEFAULT 'UTC',
ADD COLUMN     "window_days" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "window_from" INTEGER,
ADD COLUMN     "window_to" INTEGER;

-- AlterTable
ALTER TABLE "campaign_order" ADD COLUMN     "begins_at" TIMESTAMPTZ(3),
ADD COLUMN     "late_minutes" INTEGER,
ADD COLUMN     "latest_start_at" TIMESTAMPTZ(3),
ADD COLUMN     "overdue_at" TIMESTAMPTZ(3),
ADD COLUMN     "paced_at" TIMESTAMPTZ(3),
ADD COLUMN     "rate" INTEGER,
ADD COLUMN     "recurrence" JSONB,
ADD COLUMN     "wave_audience_id" UUID,
ADD COLUMN     "wave_places" JSONB,
ADD COLUMN     "waves" JSONB,
ADD COLUMN     "zoned" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "campaign_order_overdue" ON "campaign_order"("service_id", "overdue_at") WHERE (overdue_at IS NOT NULL);
