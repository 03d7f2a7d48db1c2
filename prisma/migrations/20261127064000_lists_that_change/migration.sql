-- AlterTable
ALTER TABLE "audience" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "campaign" ADD COLUMN     "recount" BOOLEAN NOT NULL DEFAULT false;
