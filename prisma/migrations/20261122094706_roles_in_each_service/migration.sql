-- AlterTable
ALTER TABLE "member" ADD COLUMN     "installation_owner" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "service_key" ADD COLUMN     "scopes" TEXT[] DEFAULT ARRAY['send', 'status', 'devices']::TEXT[];

-- CreateTable
CREATE TABLE "membership" (
    "member_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "role" "Role" NOT NULL,
    "may_send" BOOLEAN NOT NULL DEFAULT false,
    "may_approve" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("member_id","service_id")
);

-- CreateIndex
CREATE INDEX "membership_service_id_idx" ON "membership"("service_id");

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The owner owns the installation; everybody else keeps their role in every service that exists. Marketers could send, and still may.
UPDATE "member" SET "installation_owner" = true WHERE "role" = 'owner';

INSERT INTO "membership" ("member_id", "service_id", "role", "may_send")
SELECT m."id", s."id", m."role", m."role" = 'marketer' FROM "member" m CROSS JOIN "service" s WHERE m."role" <> 'owner';

-- AlterTable
ALTER TABLE "member" DROP COLUMN "role";
