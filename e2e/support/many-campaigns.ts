import { addOrder, addSchedule } from "./campaign-order";
import type { Workspace } from "./fixtures";

/**
 * Makes 1,120 drafts in a workspace, "Campaign 0001" to "Campaign 0120" among them, and three of
 * "Batch", of which one waits for next year.
 */
export async function addCampaigns({ query, serviceId, appId }: Workspace): Promise<void> {
  await query(
    `INSERT INTO campaign (id, service_id, app_id, name, draft, updated_at)
     SELECT gen_random_uuid(), $1, $2, CASE WHEN n > 120 THEN 'Other ' || n ELSE 'Campaign ' || lpad(n::text, 4, '0') END, '{}',
       now() - n * interval '1 minute' FROM generate_series(1, 1120) n`,
    [serviceId, appId],
  );
  await query(
    `INSERT INTO campaign (id, service_id, app_id, name, draft, updated_at)
     SELECT gen_random_uuid(), $1, $2, name, '{}', now() - interval '3 days' FROM (VALUES ('Batch one'), ('Batch two'), ('Batch waiting')) b (name)`,
    [serviceId, appId],
  );
  await addOrder(query, serviceId, "Batch two", "'sent', NULL, NULL, NULL");
  await addSchedule(query, serviceId, "Batch waiting", "1 year");
}
