-- AlterTable
ALTER TABLE "campaign_order" ADD COLUMN     "next_app" INTEGER,
ADD COLUMN     "next_recipient" INTEGER;
