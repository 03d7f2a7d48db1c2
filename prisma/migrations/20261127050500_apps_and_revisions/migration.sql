-- AlterTable
ALTER TABLE "app" ADD COLUMN     "deep_link_scheme" TEXT,
ADD COLUMN     "platforms" TEXT[] DEFAULT ARRAY['android', 'ios', 'web']::TEXT[];

-- AlterTable
ALTER TABLE "app" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "credential" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "service" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "notify_auth" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "webhook" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;
