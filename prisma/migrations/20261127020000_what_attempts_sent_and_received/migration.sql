-- AlterTable
ALTER TABLE "update_attempt" ADD COLUMN     "exchange" TEXT;
