import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { foldActivity } from "@/lib/dispatch/fold-activity";

/** Users of a statement that fills. */
const slice = 100_000;

/** What is filled. */
export interface UsersToFill {
  serviceId: string;
  appId: string;
  users: number;
}

/**
 * Fills a service with users `user 0`, … as `fillResults` names them: attributes, a language and a
 * zone of half of them, one to three devices, a list of every third of them, and what became of
 * the messages to them, as workers store and fold it.
 *
 * @returns the list
 */
export async function fillUsers(database: Database, fill: UsersToFill): Promise<string> {
  const { serviceId, appId, users } = fill;
  const keys: number[] = [];
  for (const [name, type] of Object.entries({ plan: "text", age: "number", born: "date" })) {
    const [row] = await database.query<{ key: number }>(
      "INSERT INTO user_attribute (service_id, name, type) VALUES ($1, $2, $3) RETURNING key",
      [serviceId, name, type],
    );
    keys.push(row?.key ?? 0);
  }
  for (let from = 0; from < users; from += slice) {
    const to = Math.min(users, from + slice) - 1;
    await database.query(
      `INSERT INTO service_user (id, service_id, userid, attributes, language, timezone, first_seen_at, last_seen_at)
       SELECT gen_random_uuid(), $1, 'user ' || n, jsonb_build_object($2::text, (ARRAY['gold', 'silver', 'free'])[1 + n % 3], $3::text, n % 90,
           $4::text, (date '1940-01-01' + (n * 7 % 25000))::text),
         CASE n % 2 WHEN 0 THEN 'de' END, CASE n % 2 WHEN 0 THEN (ARRAY['Europe/Berlin', 'Europe/Paris', 'America/New_York'])[1 + n % 3] END,
         now() - n % 400 * interval '1 day', now() - n % 90 * interval '1 day'
       FROM generate_series($5::int, $6::int) n`,
      [serviceId, ...keys.map(String), from, to],
    );
    await database.query(
      `WITH d AS (
         INSERT INTO device (id, app_id, kind, pushid, push_hash, language, timezone, last_seen_at)
         SELECT gen_random_uuid(), $1, (ARRAY['android', 'ios', 'chrome'])[1 + (n + k) % 3], 'token ' || n || ' ' || k || repeat('x', 120), sha256(convert_to(n || ' ' || k, 'UTF8')),
           'de-DE', (ARRAY['Europe/Berlin', 'Europe/Vienna', 'Asia/Tokyo'])[1 + n % 3], now()
         FROM generate_series($2::int, $3::int) n, generate_series(1, CASE WHEN n % 10 = 0 THEN 3 ELSE 1 END) k RETURNING id, app_id, pushid)
       INSERT INTO device_user (app_id, userid, device_id) SELECT d.app_id, 'user ' || split_part(d.pushid, ' ', 2), d.id FROM d`,
      [appId, from, to],
    );
  }
  const listId = newId();
  await database.query(
    "INSERT INTO audience (id, service_id, name, recipients, ready_at) VALUES ($1, $2, 'List', $3, now())",
    [listId, serviceId, Math.ceil(users / 3)],
  );
  await database.query(
    `INSERT INTO audience_recipient (audience_id, destination_type, destination, hash, position)
     SELECT $1, 'userid', 'user ' || n * 3, sha256(convert_to('user ' || n * 3, 'UTF8')), n FROM generate_series(0, $2::int) n`,
    [listId, Math.ceil(users / 3) - 1],
  );
  await fillActivity(database);
  return listId;
}

/** By message where it is of a campaign, else by hour. */
async function fillActivity(database: Database): Promise<void> {
  await database.query(
    `INSERT INTO user_activity (service_id, deed, hour, campaign_id, template_version_id, button, users)
     SELECT d.service_id, x.deed, date_trunc('hour', x.at, 'UTC'), m.campaign_id, m.template_version_id, x.button, array_agg(DISTINCT u.number)
     FROM delivery d JOIN message m ON m.id = d.message_id JOIN service_user u ON u.service_id = d.service_id AND u.userid = d.destination
     CROSS JOIN LATERAL (VALUES ('sent', d.submitted_at, ''), ('delivered', d.delivered_at, ''), ('read', d.read_at, ''),
       ('pressed', CASE WHEN d.button <> '' THEN d.read_at END, d.button)) AS x(deed, at, button)
     WHERE d.destination_type = 'userid' AND x.at IS NOT NULL
     GROUP BY 1, 2, 3, 4, 5, 6, CASE WHEN m.campaign_id IS NOT NULL AND x.deed = 'sent' THEN m.id END`,
  );
  await foldActivity();
}
