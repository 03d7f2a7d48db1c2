-- AlterTable
ALTER TABLE "membership" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;
