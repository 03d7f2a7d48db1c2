-- AlterTable
ALTER TABLE "audit_event" ALTER COLUMN "snapshot" DROP DEFAULT,
ALTER COLUMN "snapshot" SET DATA TYPE TEXT USING "snapshot"::text,
ALTER COLUMN "snapshot" SET DEFAULT '{}';
