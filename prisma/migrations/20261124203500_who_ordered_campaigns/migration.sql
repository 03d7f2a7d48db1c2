-- AlterTable
ALTER TABLE "campaign" ADD COLUMN     "ordered_by" UUID;

-- Of what was ordered before, the log knows by whom.
UPDATE "campaign" c SET "ordered_by" = o."by" FROM (
  SELECT DISTINCT ON (e."entity_id") e."entity_id", e."actor_id"::uuid AS "by" FROM "audit_event" e
  WHERE e."action" IN ('campaign.send', 'campaign.schedule') AND e."actor_kind" = 'member'
  ORDER BY e."entity_id", e."id" DESC
) o WHERE o."entity_id" = c."id"::text AND c."state" <> 'draft';
