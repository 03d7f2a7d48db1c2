-- AlterTable
ALTER TABLE "template" ADD COLUMN     "languages" TEXT[] DEFAULT ARRAY[]::TEXT[];
