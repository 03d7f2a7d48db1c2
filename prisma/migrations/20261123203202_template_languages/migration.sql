-- AlterTable
ALTER TABLE "campaign" ADD COLUMN     "language" TEXT;

-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "language" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "message" ADD COLUMN     "language" TEXT;

-- AlterTable
ALTER TABLE "template_version" ADD COLUMN     "languages" TEXT NOT NULL DEFAULT '[]';
