import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { storeCampaign } from "@/lib/database/testing";

const hourMs = 3_600_000;
/** Deliveries of a statement that fills. */
const slice = 250_000;
/** Deliveries of a message: of a campaign, and of a program. */
const [ofCampaign, ofProgram] = [1_000, 5];
const smallCampaign = 50_000;

/** A service with a month of deliveries. */
export interface FilledResults {
  serviceId: string;
  appId: string;
  /** The one that went to most recipients first. */
  campaignIds: string[];
  /** Requests of campaigns. */
  transids: string[];
}

/**
 * Fills a service with so many deliveries of the last 30 days: a fifth of them in one campaign,
 * half in smaller ones, the others of programs.
 */
export async function fillResults(database: Database, total: number): Promise<FilledResults> {
  const [serviceId, appId] = [newId(), newId()];
  await database.query("INSERT INTO service (id, name) VALUES ($1, 'Results')", [serviceId]);
  await database.query(
    "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1::text::uuid, $2, 'results', 'Results', $1)",
    [appId, serviceId],
  );
  const of = { serviceId, appId };
  const large = Math.max(ofCampaign, Math.floor(total / 5 / ofCampaign) * ofCampaign);
  const small = Math.min(smallCampaign, Math.max(ofCampaign, Math.floor(total / 20)));
  const sizes = [large, ...Array.from({ length: Math.floor(total / 2 / small) }, () => small)];
  const campaignIds: string[] = [];
  for (const [n, size] of sizes.entries()) {
    const at = Date.now() - (1 + (n * 29 * 24) / sizes.length) * hourMs;
    campaignIds.push(await fillCampaign(database, of, { name: `Campaign ${n}`, size, at }));
  }
  const rest = total - sizes.reduce((sum, size) => sum + size, 0);
  for (let filled = 0; filled < rest; filled += slice)
    await fillMessages(database, of, {
      campaignId: null,
      messages: Math.ceil(Math.min(slice, rest - filled) / ofProgram),
      each: ofProgram,
      from: Date.now() - 30 * 24 * hourMs + (filled / rest) * 30 * 24 * hourMs,
      everyMs: ((slice / rest) * 30 * 24 * hourMs) / (slice / ofProgram),
      isPart: false,
    });
  const rows = await database.query<{ id: string }>(
    "SELECT id FROM message WHERE campaign_id IS NOT NULL ORDER BY sha256(id::text::bytea) LIMIT 1000",
  );
  return { serviceId, appId, campaignIds, transids: rows.map(({ id }) => id) };
}

async function fillCampaign(
  database: Database,
  { serviceId, appId }: { serviceId: string; appId: string },
  { name, size, at }: { name: string; size: number; at: number },
): Promise<string> {
  const requests = size / ofCampaign;
  const { id, orderId } = await storeCampaign(database, {
    serviceId,
    appId,
    name,
    updatedAt: new Date(at),
    order: {
      state: "sent",
      recipients: size,
      requests,
      answered: requests,
      started_at: new Date(at),
    },
  });
  const perSlice = slice / ofCampaign;
  for (let filled = 0; filled < requests; filled += perSlice)
    await fillMessages(
      database,
      { serviceId, appId },
      {
        campaignId: id,
        messages: Math.min(perSlice, requests - filled),
        each: ofCampaign,
        from: at + filled * 100,
        everyMs: 100,
        isPart: filled > 0,
      },
    );
  await database.query(
    "UPDATE campaign_order SET transid = (SELECT id FROM message WHERE campaign_id = $1 ORDER BY id LIMIT 1) WHERE id = $2",
    [id, orderId],
  );
  return id;
}

interface Span {
  campaignId: string | null;
  messages: number;
  /** Deliveries of each. */
  each: number;
  from: number;
  everyMs: number;
  /** Whether the first one is a further request of its campaign. */
  isPart: boolean;
}

async function fillMessages(
  database: Database,
  { serviceId, appId }: { serviceId: string; appId: string },
  { campaignId, messages, each, from, everyMs, isPart }: Span,
): Promise<void> {
  const request = JSON.stringify({
    deliverychannel: "push",
    appid: "results",
    destination: [{ userid: ["user 1"] }],
    channels: { push: { android: { title: "Order shipped", text: "It left our house today." } } },
  });
  await database.query(
    `WITH m AS (
       INSERT INTO message (id, service_id, app_id, campaign_id, source, part, words, title, text, platforms, request, effective_hash, state, expanded, accepted_at)
       SELECT (lpad(to_hex(t.ms), 12, '0') || '7' || substr(md5(t.n::text || $9), 1, 3) || '8' || substr(md5(t.n::text || $9), 4, 15))::uuid, $1, $2, $3,
         CASE WHEN $3::uuid IS NULL THEN 'api' ELSE 'console' END, $3::uuid IS NOT NULL AND (t.n > 1 OR $4::boolean), 'order shipped it left our house today.', 'Order shipped',
         'It left our house today.', '{android}', convert_to($5, 'UTF8'), sha256(convert_to($5, 'UTF8')), 'done', $7::int, timestamptz 'epoch' + t.ms * interval '1 millisecond'
       FROM (SELECT n, ($6::float8 + n * $8::float8)::bigint AS ms FROM generate_series(1, $10::int) n) t
       RETURNING id, accepted_at
     ), d AS (
       SELECT m.id AS message_id, m.accepted_at, n, abs(hashtextextended(m.id::text, n)) AS h FROM m CROSS JOIN generate_series(1, $7::int) n ORDER BY m.id, n
     )
     INSERT INTO delivery (message_id, id, service_id, app_id, target, kind, destination, destination_type, pushid, state, code, description, button, priority, attempts,
       queued_at, submitted_at, delivered_at, read_at, ended_at, updated_at)
     SELECT d.message_id, (substr(d.message_id::text, 1, 24) || lpad(to_hex(d.n), 12, '0'))::uuid, $1, $2, 'device ' || d.n || ' ' || d.h % 1000000,
       (ARRAY['android', 'ios', 'hms', 'chrome'])[1 + d.h % 4], 'user ' || d.h % 1000000, 'userid', md5(d.h::text) || md5(d.n::text), s.state,
       CASE s.state WHEN 'failed' THEN '7404' WHEN 'expired' THEN '7503' WHEN 'read' THEN '7502' WHEN 'delivered' THEN '7500' ELSE '7501' END,
       CASE WHEN s.state = 'failed' THEN 'The provider said no: reason ' || d.h % 40 ELSE s.state END, CASE WHEN s.state = 'read' AND d.h % 3 = 0 THEN 'button ' || d.h % 5 END, 1, 1,
       d.accepted_at, CASE WHEN s.state NOT IN ('failed', 'expired') THEN d.accepted_at END, CASE WHEN s.state IN ('delivered', 'read') THEN s.at END,
       CASE WHEN s.state = 'read' THEN s.at END, CASE WHEN s.state IN ('failed', 'expired') THEN s.at END, s.at
     FROM d CROSS JOIN LATERAL (SELECT CASE WHEN d.h % 100 < 5 THEN 'failed' WHEN d.h % 100 < 6 THEN 'expired' WHEN d.h % 100 < 50 THEN 'submitted'
         WHEN d.h % 100 < 80 THEN 'delivered' ELSE 'read' END AS state, d.accepted_at + (d.h % 86400) * interval '1 second' AS at) s`,
    [serviceId, appId, campaignId, isPart, request, from, each, everyMs, newId(), messages],
  );
}
