-- A draft may name a template that is made later: it is known by its app and name, as in the text.
ALTER TABLE "campaign_template" ADD COLUMN "name" TEXT;

UPDATE campaign_template r SET name = t.template_id FROM template t WHERE t.id = r.template_id;

ALTER TABLE "campaign_template" ALTER COLUMN "name" SET NOT NULL;

-- DropForeignKey
ALTER TABLE "campaign_template" DROP CONSTRAINT "campaign_template_template_id_fkey";

-- DropIndex
DROP INDEX "campaign_template_template_id_idx";

-- AlterTable
ALTER TABLE "campaign_template" DROP COLUMN "template_id";

-- CreateIndex
CREATE INDEX "campaign_template_app_id_name_idx" ON "campaign_template"("app_id", "name");

-- AddForeignKey
ALTER TABLE "campaign_template" ADD CONSTRAINT "campaign_template_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;
