-- Until now one verdict stood for both signatures.
ALTER TABLE "inbox_update" RENAME COLUMN "signature" TO "standard_signature";
ALTER TABLE "inbox_update" ADD COLUMN     "hub_signature" TEXT;
UPDATE "inbox_update" SET "hub_signature" = "standard_signature";
ALTER TABLE "inbox_update" ALTER COLUMN "hub_signature" SET NOT NULL;
