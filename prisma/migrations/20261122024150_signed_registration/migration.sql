-- AlterTable
ALTER TABLE "app" ADD COLUMN     "signed_registration" BOOLEAN NOT NULL DEFAULT false;
