-- Versions that were published before hashes were stored get that of their texts as they are stored.
UPDATE "template_version" SET "hash" = sha256(convert_to("blocks" || E'\n' || "parameters"::text || CASE "languages" WHEN '[]' THEN '' ELSE E'\n' || "languages" END, 'UTF8'))
WHERE "hash" IS NULL;

-- AlterTable
ALTER TABLE "template_version" ALTER COLUMN "hash" SET NOT NULL;
