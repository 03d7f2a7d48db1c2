-- DropIndex
DROP INDEX "job_kind_next_at_idx";

-- DropIndex
DROP INDEX "update_due";

-- AlterTable
ALTER TABLE "job" ADD COLUMN     "line" TEXT NOT NULL DEFAULT '';

-- Messages that were accepted and not expanded yet: their jobs get the line of the first one's service.
UPDATE "job" AS j SET "line" = m."service_id"::text, "data" = jsonb_set(j."data", '{serviceId}', to_jsonb(m."service_id"::text))
FROM "message" AS m WHERE j."kind" = 'expand' AND m."id" = (j."data" -> 'transids' ->> 0)::uuid;

-- CreateIndex
CREATE INDEX "job_kind_line_next_at_idx" ON "job"("kind", "line", "next_at");

-- CreateIndex
CREATE INDEX "update_due" ON "update"("service_id", "origin", "next_at") WHERE (next_at IS NOT NULL);
