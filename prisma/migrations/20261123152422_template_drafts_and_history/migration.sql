-- AlterTable
ALTER TABLE "template" ADD COLUMN     "created_by" UUID,
ADD COLUMN     "published_at" TIMESTAMPTZ(3),
ADD COLUMN     "published_by" UUID,
ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "template_version" ADD COLUMN     "created_by" UUID,
ADD COLUMN     "hash" BYTEA,
ADD COLUMN     "note" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "parent" INTEGER,
ADD COLUMN     "platforms" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "samples" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "template_draft" (
    "template_id" UUID NOT NULL,
    "content" TEXT,
    "revision" INTEGER NOT NULL,
    "parent" INTEGER,
    "updated_by" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "template_draft_pkey" PRIMARY KEY ("template_id")
);

-- CreateTable
CREATE TABLE "template_use" (
    "version_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "uses" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "template_use_pkey" PRIMARY KEY ("version_id","day","source","slot")
);

-- AddForeignKey
ALTER TABLE "template_draft" ADD CONSTRAINT "template_draft_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "template"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template_use" ADD CONSTRAINT "template_use_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "template_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

UPDATE "template" t SET "published_at" = v."created_at" FROM "template_version" v WHERE v."template_id" = t."id" AND v."version" = t."published";
UPDATE "template_version" SET "platforms" = ARRAY(SELECT k FROM json_object_keys("blocks"::json) k WHERE k IN ('android', 'ios', 'web')),
  "parent" = NULLIF("version" - 1, 0);
