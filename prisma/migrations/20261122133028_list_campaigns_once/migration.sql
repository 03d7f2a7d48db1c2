-- DropIndex
DROP INDEX "message_service_id_id_idx";

-- AlterTable
ALTER TABLE "message" ADD COLUMN     "part" BOOLEAN NOT NULL DEFAULT false;

-- The first request of a campaign stands for all of them in lists.
UPDATE "message" m SET "part" = true FROM "campaign" c WHERE m."campaign_id" = c."id" AND m."id" <> c."transid";

-- CreateIndex
CREATE INDEX "message_listed" ON "message"("service_id", "id" DESC) WHERE (NOT part);
