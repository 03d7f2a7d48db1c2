-- AlterTable
ALTER TABLE "app" ADD COLUMN     "shared_devices" BOOLEAN NOT NULL DEFAULT false;
