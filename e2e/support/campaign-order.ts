import type { Workspace } from "./fixtures";

/**
 * Gives the draft of a name an order. `columns`: SQL of its state, of when it starts and is due,
 * and of the end of its undo window.
 */
export async function addOrder(
  query: Workspace["query"],
  serviceId: string,
  name: string,
  columns: string,
): Promise<void> {
  await query(
    `WITH placed AS (
       INSERT INTO campaign_order (id, campaign_id, service_id, ordered_by, nonce, request, plan, recipients, timezone, state, starts_at, due_at, undo_until)
       SELECT gen_random_uuid(), c.id, c.service_id, c.updated_by, c.id::text,
         jsonb_build_object('deliverychannel', 'push', 'appid', a.appid, 'destination', '[{"userid":["user-1"]}]'::jsonb,
           'channels', '{"push":{"android":{"text":"Hello"}}}'::jsonb)::text,
         '{}', 1, 'UTC', ${columns} FROM campaign c JOIN app a ON a.id = c.app_id WHERE c.service_id = $1 AND c.name = $2
       RETURNING id, campaign_id
     )
     UPDATE campaign c SET order_id = p.id FROM placed p WHERE c.id = p.campaign_id`,
    [serviceId, name],
  );
}

/** Schedules the draft of a name; `ahead`: an interval of PostgreSQL. */
export async function addSchedule(
  query: Workspace["query"],
  serviceId: string,
  name: string,
  ahead: string,
): Promise<void> {
  const at = `now() + interval '${ahead}'`;
  await addOrder(query, serviceId, name, `'scheduled', ${at}, ${at}, NULL`);
}
