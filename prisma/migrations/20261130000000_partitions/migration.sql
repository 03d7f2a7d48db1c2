-- By hand: the language of the schema has no partitions.
-- Each table is one range of ids so far; `lib/database/partitions` makes the following weeks.
ALTER TABLE "message" RENAME TO "message_first";
ALTER TABLE "message_first" RENAME CONSTRAINT "message_pkey" TO "message_first_pkey";
ALTER INDEX "message_listed" RENAME TO "message_first_listed";
ALTER INDEX "message_service" RENAME TO "message_first_service";
ALTER INDEX "message_app_id_id_idx" RENAME TO "message_first_app_id_id_idx";
ALTER INDEX "message_campaign" RENAME TO "message_first_campaign";
ALTER INDEX "message_template" RENAME TO "message_first_template";
ALTER INDEX "message_open" RENAME TO "message_first_open";

CREATE TABLE "message" (LIKE "message_first" INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE ("id");
ALTER TABLE "message" ADD CONSTRAINT "message_pkey" PRIMARY KEY ("id");
CREATE INDEX "message_listed" ON "message"("service_id", "id" DESC) WHERE (NOT part);
CREATE INDEX "message_service" ON "message"("service_id", "id" DESC);
CREATE INDEX "message_app_id_id_idx" ON "message"("app_id", "id" DESC);
CREATE INDEX "message_campaign" ON "message"("campaign_id", "id" DESC) WHERE (campaign_id IS NOT NULL);
CREATE INDEX "message_template" ON "message"("template_version_id", "id" DESC) WHERE (template_version_id IS NOT NULL);
CREATE INDEX "message_open" ON "message"("id") WHERE (state <> 'done');

ALTER TABLE "delivery" RENAME TO "delivery_first";
ALTER TABLE "delivery_first" RENAME CONSTRAINT "delivery_pkey" TO "delivery_first_pkey";
ALTER INDEX "delivery_message_id_state_id_idx" RENAME TO "delivery_first_message_id_state_id_idx";
ALTER INDEX "delivery_recipient" RENAME TO "delivery_first_recipient";
ALTER INDEX "delivery_due" RENAME TO "delivery_first_due";
ALTER INDEX "delivery_message_id_target_key" RENAME TO "delivery_first_message_id_target_key";

CREATE TABLE "delivery" (LIKE "delivery_first" INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE ("message_id");
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_pkey" PRIMARY KEY ("message_id","id");
CREATE INDEX "delivery_message_id_state_id_idx" ON "delivery"("message_id", "state", "id");
CREATE INDEX "delivery_recipient" ON "delivery"("service_id", "destination" text_pattern_ops, "message_id" DESC);
CREATE INDEX "delivery_due" ON "delivery"("app_id", "kind", "priority", "next_at") WHERE (next_at IS NOT NULL);
CREATE UNIQUE INDEX "delivery_message_id_target_key" ON "delivery"("message_id", "target");

ALTER TABLE "update" RENAME TO "update_first";
ALTER TABLE "update_first" RENAME CONSTRAINT "update_pkey" TO "update_first_pkey";
ALTER INDEX "update_service_id_state_id_idx" RENAME TO "update_first_service_id_state_id_idx";
ALTER INDEX "update_due" RENAME TO "update_first_due";
ALTER INDEX "update_parked" RENAME TO "update_first_parked";
ALTER INDEX "update_parked_at" RENAME TO "update_first_parked_at";
ALTER INDEX "update_message_id_delivery_id_kind_receiver_key" RENAME TO "update_first_message_id_delivery_id_kind_receiver_key";

CREATE TABLE "update" (LIKE "update_first" INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE ("message_id");
ALTER TABLE "update" ADD CONSTRAINT "update_pkey" PRIMARY KEY ("message_id","id");
CREATE INDEX "update_service_id_state_id_idx" ON "update"("service_id", "state", "id" DESC);
CREATE INDEX "update_due" ON "update"("service_id", "origin", "next_at") WHERE (next_at IS NOT NULL);
CREATE INDEX "update_parked" ON "update"("service_id", "receiver", "origin", "id") WHERE (state = 'parked');
CREATE INDEX "update_parked_at" ON "update"("service_id", "created_at", "id") WHERE (state = 'parked' AND origin <> '');
CREATE UNIQUE INDEX "update_message_id_delivery_id_kind_receiver_key" ON "update"("message_id", "delivery_id", "kind", "receiver");

ALTER TABLE "update_attempt" RENAME TO "update_attempt_first";
ALTER TABLE "update_attempt_first" RENAME CONSTRAINT "update_attempt_pkey" TO "update_attempt_first_pkey";
ALTER INDEX "update_attempt_exchange" RENAME TO "update_attempt_first_exchange";

CREATE TABLE "update_attempt" (LIKE "update_attempt_first" INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE ("id");
ALTER TABLE "update_attempt" ADD CONSTRAINT "update_attempt_pkey" PRIMARY KEY ("update_id","id");
CREATE INDEX "update_attempt_exchange" ON "update_attempt"("at") WHERE (exchange IS NOT NULL);

-- What is stored is the first partition, up to a Monday two to three weeks ahead: of now by the
-- database, or of the newest row, whose process may have a clock that is ahead.
DO $$
DECLARE
  newest uuid;
  upto text;
  part text;
BEGIN
  SELECT greatest(
    (SELECT id FROM message_first ORDER BY id DESC LIMIT 1),
    (SELECT message_id FROM delivery_first ORDER BY message_id DESC LIMIT 1),
    (SELECT message_id FROM update_first ORDER BY message_id DESC LIMIT 1),
    (SELECT id FROM update_attempt_first ORDER BY id DESC LIMIT 1)) INTO newest;
  SELECT lpad(to_hex(floor(extract(epoch FROM date_trunc('week', greatest(clock_timestamp(),
      to_timestamp(('x' || left(replace(newest::text, '-', ''), 12))::bit(48)::bigint / 1000.0)) AT TIME ZONE 'UTC') + interval '3 weeks') * 1000)::bigint), 12, '0')
    INTO upto;
  upto := left(upto, 8) || '-' || right(upto, 4) || '-7000-8000-000000000000';
  FOREACH part IN ARRAY ARRAY['message', 'delivery', 'update', 'update_attempt'] LOOP
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', part, part || '_first', upto);
  END LOOP;
END
$$;

-- AlterTable
ALTER TABLE "service" ADD COLUMN     "keep_messages" INTEGER,
ADD COLUMN     "keep_deliveries" INTEGER,
ADD COLUMN     "keep_attempts" INTEGER;
