-- DropIndex
DROP INDEX "job_kind_next_at_idx";

-- DropIndex
DROP INDEX "update_due";

-- AlterTable
ALTER TABLE "job" ADD COLUMN     "line" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "job_kind_line_next_at_idx" ON "job"("kind", "line", "next_at");

-- CreateIndex
CREATE INDEX "update_due" ON "update"("service_id", "origin", "next_at") WHERE (next_at IS NOT NULL);
