-- AlterTable
ALTER TABLE "notice_told" ADD COLUMN     "service_id" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
ALTER TABLE "notice_told" ALTER COLUMN "service_id" DROP DEFAULT;

-- CreateIndex
CREATE INDEX "approval_service_id_decided_at_idx" ON "approval"("service_id", "decided_at");
