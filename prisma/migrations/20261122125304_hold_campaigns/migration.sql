-- AlterTable
ALTER TABLE "campaign" ADD COLUMN     "held_until" TIMESTAMPTZ(3),
ADD COLUMN     "stalled" TEXT;
