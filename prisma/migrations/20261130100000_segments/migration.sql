-- CreateTable
CREATE TABLE "segment" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "rule" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_by" UUID,
    "updated_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "segment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_activity" (
    "service_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "deed" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "campaign_id" UUID,
    "template_version_id" UUID,
    "button" TEXT NOT NULL DEFAULT '',
    "users" UUID[],
    "few" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "user_activity_pkey" PRIMARY KEY ("service_id","id")
);

-- CreateIndex
CREATE INDEX "segment_service_id_id_idx" ON "segment"("service_id", "id");

-- CreateIndex
CREATE INDEX "user_activity_service_id_deed_hour_idx" ON "user_activity"("service_id", "deed", "hour");

-- CreateIndex
CREATE INDEX "user_activity_few" ON "user_activity"("hour") WHERE (few);

-- AddForeignKey
ALTER TABLE "segment" ADD CONSTRAINT "segment_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: the language of the schema has no index on an expression.
CREATE UNIQUE INDEX "segment_name" ON "segment"("service_id", lower("name"));

-- A thousand ids compress badly: the time would be that of the send. Scans of few rows with long lists are worth a second worker.
ALTER TABLE "user_activity" ALTER COLUMN "users" SET STORAGE EXTERNAL;
ALTER TABLE "user_activity" SET (parallel_workers = 2, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- What became of messages so far.
INSERT INTO "user_activity" ("service_id", "deed", "hour", "campaign_id", "template_version_id", "button", "users")
SELECT d."service_id", x."deed", date_trunc('hour', x."at", 'UTC'), m."campaign_id", m."template_version_id", x."button", array_agg(DISTINCT u."id")
FROM "delivery" d JOIN "message" m ON m."id" = d."message_id" AND m."source" <> 'test'
JOIN "service_user" u ON u."service_id" = d."service_id" AND u."userid" = d."destination"
CROSS JOIN LATERAL (VALUES
  ('sent', d."submitted_at", ''),
  ('delivered', d."delivered_at", ''),
  ('read', d."read_at", ''),
  ('pressed', CASE WHEN d."button" <> '' THEN d."read_at" END, d."button")) AS x("deed", "at", "button")
WHERE d."destination_type" = 'userid' AND x."at" IS NOT NULL
GROUP BY 1, 2, 3, 4, 5, 6;
