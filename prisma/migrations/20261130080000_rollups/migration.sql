-- DropIndex
DROP INDEX "delivery_message_id_state_id_idx";

-- CreateTable
CREATE TABLE "message_rollup" (
    "message_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "late" BOOLEAN NOT NULL DEFAULT false,
    "queued" INTEGER NOT NULL,
    "submitted" INTEGER NOT NULL,
    "delivered" INTEGER NOT NULL,
    "read" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "expired" INTEGER NOT NULL,

    CONSTRAINT "message_rollup_pkey" PRIMARY KEY ("message_id","id")
);

-- CreateTable
CREATE TABLE "rollup" (
    "service_id" UUID NOT NULL,
    "measure" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "cell" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "campaign_id" UUID,
    "source" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "button" TEXT NOT NULL,
    "last_message_id" UUID,
    "n" INTEGER NOT NULL,

    CONSTRAINT "rollup_pkey" PRIMARY KEY ("service_id","measure","hour","cell")
);

-- CreateTable
CREATE TABLE "rollup_delta" (
    "service_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "app_id" UUID NOT NULL,
    "campaign_id" UUID,
    "source" TEXT NOT NULL,
    "measure" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "button" TEXT NOT NULL,
    "last_message_id" UUID,
    "n" INTEGER NOT NULL,

    CONSTRAINT "rollup_delta_pkey" PRIMARY KEY ("service_id","id")
);

-- CreateIndex
CREATE INDEX "message_rollup_late" ON "message_rollup"("message_id") WHERE (late);

-- CreateIndex
CREATE INDEX "rollup_campaign" ON "rollup"("campaign_id") WHERE (campaign_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "rollup_delta_campaign" ON "rollup_delta"("campaign_id") WHERE (campaign_id IS NOT NULL);

-- Totals are updated in place, and deltas come and go: their dead rows go soon.
ALTER TABLE "rollup" SET (fillfactor = 70);
ALTER TABLE "rollup_delta" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- What is stored already is counted.
INSERT INTO message_rollup (message_id, queued, submitted, delivered, read, failed, expired)
SELECT d.message_id, count(*) FILTER (WHERE d.state = 'queued'), count(*) FILTER (WHERE d.state = 'submitted'), count(*) FILTER (WHERE d.state = 'delivered'),
  count(*) FILTER (WHERE d.state = 'read'), count(*) FILTER (WHERE d.state = 'failed'), count(*) FILTER (WHERE d.state = 'expired')
FROM delivery d JOIN message m ON m.id = d.message_id GROUP BY d.message_id;

INSERT INTO rollup (service_id, measure, hour, cell, app_id, campaign_id, source, kind, state, code, description, button, last_message_id, n)
SELECT f.service_id, f.measure, f.hour,
  encode(substring(sha256(convert_to(jsonb_build_array(f.app_id, f.campaign_id, f.source, f.kind, f.state, f.code, f.description, f.button)::text, 'UTF8')) FROM 1 FOR 16), 'hex')::uuid,
  f.app_id, f.campaign_id, f.source, f.kind, f.state, f.code, f.description, f.button, f.last_message_id, f.n
FROM (
  SELECT x.service_id, x.measure, x.hour, x.app_id, x.campaign_id, x.source, x.kind, x.state, x.code, x.description, x.button,
    max(CASE x.measure WHEN 'reason' THEN x.message_id::text END)::uuid AS last_message_id, count(*)::int AS n
  FROM (
    SELECT m.service_id, 'messages' AS measure, date_trunc('hour', m.accepted_at, 'UTC') AS hour, m.app_id, m.campaign_id, m.source, '' AS kind, '' AS state,
      '' AS code, '' AS description, '' AS button, m.id AS message_id
    FROM message m WHERE NOT m.part
    UNION ALL
    SELECT d.service_id, s.measure, date_trunc('hour', s.at, 'UTC'), d.app_id, m.campaign_id, m.source, s.kind, s.state, s.code,
      CASE WHEN length(d.pushid) < 16 THEN s.description ELSE replace(s.description, d.pushid, 'erased') END, s.button, m.id
    FROM delivery d JOIN message m ON m.id = d.message_id CROSS JOIN LATERAL (VALUES
      ('state', d.queued_at, d.kind, d.state, '', '', ''),
      ('reason', CASE WHEN d.state IN ('failed', 'expired') THEN d.queued_at END, '', d.state, d.code, d.description, ''),
      ('button', CASE WHEN d.button <> '' THEN d.queued_at END, '', d.state, '', '', d.button),
      ('reached', coalesce(d.delivered_at, d.read_at), d.kind, 'delivered', '', '', ''),
      ('reached', d.read_at, d.kind, 'read', '', '', '')) AS s(measure, at, kind, state, code, description, button)
    WHERE s.at IS NOT NULL
  ) x GROUP BY x.service_id, x.measure, x.hour, x.app_id, x.campaign_id, x.source, x.kind, x.state, x.code, x.description, x.button
) f;
