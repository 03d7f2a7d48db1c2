-- AlterTable
ALTER TABLE "credential" ADD COLUMN     "checked_at" TIMESTAMPTZ(3);
