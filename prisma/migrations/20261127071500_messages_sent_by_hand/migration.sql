-- Messages that were sent by hand from a draft name their campaign, as those of orders do.
UPDATE "message" m SET "campaign_id" = c."id" FROM "campaign" c WHERE m."id" = c."transid" AND m."campaign_id" IS NULL;
