-- Where an app had one, messages were sent with it, whatever its credential said.
UPDATE "credential" c SET "settings" = jsonb_set(c."settings", '{bundleId}', to_jsonb(a."bundle_id")) FROM "app" a
WHERE a."id" = c."app_id" AND c."provider" = 'apns' AND a."bundle_id" IS NOT NULL AND c."settings"->>'bundleId' IS DISTINCT FROM a."bundle_id";

-- AlterTable
ALTER TABLE "app" DROP COLUMN "bundle_id";
