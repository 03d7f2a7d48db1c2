-- AlterTable
ALTER TABLE "service_user" ADD COLUMN "number" SERIAL NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "service_user_service_id_number_key" ON "service_user"("service_id", "number");

-- By hand: the numbers of users in place of their ids.
ALTER TABLE "user_activity" RENAME COLUMN "users" TO "user_ids";
ALTER TABLE "user_activity" ADD COLUMN "users" INTEGER[];
UPDATE "user_activity" a SET "users" = (SELECT array_agg(u."number") FROM unnest(a."user_ids") AS x("id") JOIN "service_user" u ON u."id" = x."id");
DELETE FROM "user_activity" WHERE "users" IS NULL;
ALTER TABLE "user_activity" DROP COLUMN "user_ids";
ALTER TABLE "user_activity" ALTER COLUMN "users" SET STORAGE EXTERNAL;
ALTER TABLE "user_activity" RESET (parallel_workers);

-- DropIndex
DROP INDEX "user_activity_few";

-- AlterTable
ALTER TABLE "user_activity" DROP COLUMN "few";

-- CreateTable
CREATE TABLE "activity_bitmap" (
    "service_id" UUID NOT NULL,
    "deed" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "cell" UUID NOT NULL,
    "part" INTEGER NOT NULL,
    "campaign_id" UUID,
    "template_version_id" UUID,
    "button" TEXT NOT NULL DEFAULT '',
    "bits" BIT(32768) NOT NULL,

    CONSTRAINT "activity_bitmap_pkey" PRIMARY KEY ("service_id","deed","hour","cell","part")
);

-- CreateIndex
CREATE INDEX "user_activity_hour_idx" ON "user_activity"("hour");

-- By hand: sets the bits of users, whose places are the first argument; the second is 1.
DO $$ BEGIN
  EXECUTE format('CREATE AGGREGATE user_bits(int, int) (SFUNC = set_bit, STYPE = bit, COMBINEFUNC = bitor, PARALLEL = SAFE, INITCOND = %L)', repeat('0', 32768));
END $$;
