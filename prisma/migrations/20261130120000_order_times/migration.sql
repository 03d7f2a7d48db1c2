-- AlterTable
ALTER TABLE "service" ADD COLUMN     "quiet_from" INTEGER,
ADD COLUMN     "quiet_to" INTEGER,
ADD COLUMN     "timezone" TEXT NOT NULL DEFAULT 'UTC',
ADD COLUMN     "window_days" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "window_from" INTEGER,
ADD COLUMN     "window_to" INTEGER;
