import type { Sql } from "@/lib/database/sql";
import { circuitLife } from "@/lib/directory/credential/circuits";
import {
  deviceKinds,
  providerNames,
  providerOf,
  type ProviderKind,
} from "@/lib/interface/device-kinds";
import { goOn, pauseFor } from "./move";
import { touchCampaign } from "./progress";

/** An order that was paused, or goes on. */
interface FollowedOrder {
  campaignId: string;
  serviceId: string;
}

interface Candidate extends FollowedOrder {
  orderId: string;
  appId: string;
  appName: string;
  provider: ProviderKind;
  refused: boolean;
  reason: string;
}

/** Orders that are moved in one look. */
const most = 100;

/**
 * Providers that take nothing for an app at this moment: they refuse its credential, or its circuit
 * is open in some process. A push service of browsers is one of many, and stops no order.
 */
const down = `(SELECT k.app_id, k.provider, true AS refused, coalesce(k.flag_reason, '') AS reason FROM credential k WHERE k.flagged_at IS NOT NULL
  UNION ALL
  SELECT c.app_id, c.provider, false, max(c.reason) FROM circuit c JOIN credential k ON k.app_id = c.app_id AND k.provider = c.provider
  WHERE c.origin = '' AND c.seen_at > now() - interval '${circuitLife}' AND c.opened_at >= k.updated_at GROUP BY c.app_id, c.provider)`;

/** How many deliveries of the order `o` wait for the devices `p` of an app. */
const waiting = (appId: string) =>
  `(SELECT coalesce(sum(r.n), 0) FROM (SELECT campaign_id, app_id, measure, state, kind, n FROM rollup UNION ALL SELECT campaign_id, app_id, measure, state, kind, n FROM rollup_delta) r
    WHERE r.campaign_id = o.campaign_id AND r.app_id = ${appId} AND r.measure = 'state' AND r.state = 'queued' AND r.kind = p.kind)`;

const kinds = deviceKinds.map((kind) => ({ kind, provider: providerOf(kind) }));
const kindColumns = [kinds.map(({ provider }) => provider), kinds.map(({ kind }) => kind)] as const;

/**
 * Pauses orders whose deliveries wait for a provider that refuses the app's credential or fails,
 * and has those go on by themselves that are set to, once the provider takes messages again, or
 * nothing of theirs waits for it that would show that it does. Returns the orders that it moved.
 */
export async function followProviders(sql: Sql): Promise<FollowedOrder[]> {
  const moved = await pauseForProviders(sql, null);
  for (const { orderId, ...order } of await continued(sql)) {
    if (!(await goOn(sql, orderId))) continue;
    await touchCampaign(sql, order);
    moved.push(order);
  }
  return moved;
}

/** The first half of {@link followProviders}, for one order or for all. */
export async function pauseForProviders(
  sql: Sql,
  orderId: string | null,
): Promise<FollowedOrder[]> {
  const moved: FollowedOrder[] = [];
  for (const candidate of await heldUp(sql, orderId)) {
    const why = { ...candidate, reason: reasonOf(candidate) };
    if (!(await pauseFor(sql, candidate.orderId, why))) continue;
    await touchCampaign(sql, candidate);
    moved.push(candidate);
  }
  return moved;
}

function heldUp(sql: Sql, orderId: string | null): Promise<Candidate[]> {
  return sql.query<Candidate>(
    `SELECT DISTINCT ON (o.id) o.id AS "orderId", o.campaign_id AS "campaignId", o.service_id AS "serviceId", d.app_id AS "appId", a.name AS "appName", d.provider, d.refused, d.reason
     FROM ${down} d JOIN app a ON a.id = d.app_id JOIN campaign_order o ON o.service_id = a.service_id
       JOIN unnest($1::text[], $2::text[]) AS p(provider, kind) ON p.provider = d.provider
     WHERE o.due_at IS NOT NULL AND o.state = 'sending' AND o.started_at IS NOT NULL AND ($3::uuid IS NULL OR o.id = $3) AND ${waiting("d.app_id")} > 0
     ORDER BY o.id, d.refused DESC, d.provider LIMIT ${most}`,
    [...kindColumns, orderId],
  );
}

function continued(sql: Sql): Promise<(FollowedOrder & { orderId: string })[]> {
  return sql.query<FollowedOrder & { orderId: string }>(
    `SELECT o.id AS "orderId", o.campaign_id AS "campaignId", o.service_id AS "serviceId" FROM campaign_order o
     WHERE o.state = 'paused' AND o.pause_provider IS NOT NULL AND o.continues = 'itself'
       AND (NOT EXISTS (SELECT 1 FROM ${down} d WHERE d.app_id = o.pause_app AND d.provider = o.pause_provider)
         OR NOT EXISTS (SELECT 1 FROM unnest($1::text[], $2::text[]) AS p(provider, kind) WHERE p.provider = o.pause_provider AND ${waiting("o.pause_app")} > 0))
     ORDER BY o.id LIMIT ${most}`,
    [...kindColumns],
  );
}

function reasonOf({ provider, appName, refused, reason }: Candidate): string {
  const name = providerNames[provider];
  return refused
    ? `${name} refuses the credential of the app “${appName}”${reason === "" ? "" : ` (${reason})`}.`
    : `${name} fails for the app “${appName}”${reason === "" ? "" : ` (${reason})`}.`;
}
