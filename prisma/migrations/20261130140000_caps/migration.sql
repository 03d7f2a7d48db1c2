-- AlterTable
ALTER TABLE "service" ADD COLUMN "frequency_caps" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "campaign_order" ADD COLUMN "necessary" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "message" ADD COLUMN "cap_order_id" UUID;

-- AlterTable
ALTER TABLE "message_rollup" ADD COLUMN "capped" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "frequency_count" (
    "service_id" UUID NOT NULL,
    "userid" TEXT NOT NULL,
    "orders" JSONB NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "frequency_count_pkey" PRIMARY KEY ("service_id","userid")
);

-- CreateIndex
CREATE INDEX "frequency_count_last_at_idx" ON "frequency_count"("last_at");

-- Counts are updated in place, once for each campaign.
ALTER TABLE "frequency_count" SET (fillfactor = 70);

-- A time zone, or UTC for one that devices know and this database does not.
CREATE FUNCTION valid_zone(zone TEXT) RETURNS TEXT LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE zone;
  RETURN zone;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN 'UTC';
END $$;
