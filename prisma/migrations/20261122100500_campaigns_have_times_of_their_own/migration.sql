-- DropIndex
DROP INDEX "campaign_due";

-- AlterTable
ALTER TABLE "campaign" ADD COLUMN     "due_at" TIMESTAMPTZ(3),
ADD COLUMN     "started_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "campaign_due" ON "campaign"("due_at") WHERE (due_at IS NOT NULL);

-- What was both when it starts and until when somebody has it is two things.
UPDATE "campaign" SET "due_at" = "starts_at" WHERE "state" IN ('scheduled', 'sending');

UPDATE "campaign" SET "started_at" = coalesce("starts_at", "updated_at"), "starts_at" = NULL WHERE "state" = 'sending';

-- Requests that were accepted, or refused, and not counted yet when a process died: those up to the first that was not, by the keys that they had.
UPDATE "campaign" c SET
  "answered" = g."first",
  "refused" = c."refused" + (SELECT count(*)::int FROM generate_series(c."answered", g."first" - 1) p JOIN "idempotency_record" r
    ON r."service_id" = c."service_id" AND r."key" = 'campaign ' || coalesce(c."nonce", c."id"::text) || ' ' || p WHERE r."status" <> 200),
  "transid" = coalesce(c."transid", (SELECT m."id" FROM "message" m WHERE m."campaign_id" = c."id" ORDER BY m."id" LIMIT 1))
FROM (
  SELECT s."id", min(p) AS "first" FROM "campaign" s CROSS JOIN LATERAL generate_series(s."answered", s."answered" + 16) p
  WHERE s."state" = 'sending' AND NOT EXISTS (
    SELECT 1 FROM "idempotency_record" r WHERE r."service_id" = s."service_id" AND r."key" = 'campaign ' || coalesce(s."nonce", s."id"::text) || ' ' || p)
  GROUP BY s."id"
) g WHERE g."id" = c."id" AND g."first" > c."answered";

-- A draft has failed at nothing, and is no message yet.
UPDATE "campaign" SET "problem" = NULL, "transid" = NULL WHERE "state" = 'draft' AND ("problem" IS NOT NULL OR "transid" IS NOT NULL);
