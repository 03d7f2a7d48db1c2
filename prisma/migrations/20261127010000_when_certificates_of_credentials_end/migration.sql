-- AlterTable
ALTER TABLE "credential" ADD COLUMN     "expires_at" TIMESTAMPTZ(3);
