-- AlterTable
ALTER TABLE "app" ADD COLUMN     "deep_link_scheme" TEXT,
ADD COLUMN     "platforms" TEXT[] DEFAULT ARRAY['android', 'ios', 'web']::TEXT[];
