-- A suppressed push id is of an unknown kind. One of hexadecimal digits in capitals, or with spaces, may be a token of Apple, whose one form is in small letters without any;
-- to other providers it is what was written. So it has both hashes, and the second one counts for devices of Apple alone.
ALTER TABLE "suppression" ADD COLUMN "ios_hash" BYTEA;

UPDATE "suppression" SET "ios_hash" = sha256(convert_to(lower(regexp_replace("value", '\s', '', 'g')), 'UTF8'))
WHERE "kind" = 'pushid' AND "value" ~ '^[0-9A-Fa-f\s]+$' AND "value" ~ '[A-F\s]';

CREATE INDEX "suppression_service_id_ios_hash_idx" ON "suppression" ("service_id", "ios_hash");
