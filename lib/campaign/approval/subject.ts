import { createHash } from "node:crypto";
import { database, type Sql } from "@/lib/database/sql";
import type { Subject } from "@/lib/plan/subject";
import { canonicalJson } from "@/lib/interface/canonical-json";
import type { CampaignPlan, Order } from "../plan";

/** When an order is to be sent; null: at once. */
export type OrderedAt = Subject["at"];

/** What an order that was counted comes to, as an approval is bound to it. */
export async function subjectOf(order: Order, plan: CampaignPlan, at: OrderedAt): Promise<Subject> {
  const { cuts, versions, follows, recipients, requests } = plan;
  return {
    request: order.pattern.body,
    audience: await contentsOf(database(), order.audienceId),
    moreAppids: order.moreAppids,
    language: order.language ?? null,
    columns: order.columns ?? {},
    followTemplate: order.followTemplate ?? false,
    templates: versions,
    at,
    plan: planOf(cuts, follows ? {} : versions),
    recipients,
    requests,
  };
}

/** How an order is cut, with the versions of templates that it keeps, by app. */
export function planOf(cuts: CampaignPlan["cuts"], versions: Readonly<Record<string, number>>): Subject["plan"] {
  return Object.fromEntries(
    Object.entries(cuts).map(([appid, cut]) => [
      appid,
      { ...cut, ...(versions[appid] !== undefined && { templateVersion: versions[appid] }) },
    ]),
  );
}

/** A subject as it is kept, canonical JSON, and its SHA-256 in lower-case hexadecimal. */
export function sealed(subject: Subject): { subject: string; sha256: string } {
  const text = canonicalJson(subject);
  return { subject: text, sha256: createHash("sha256").update(text).digest("hex") };
}

/** The list of an order with a checksum over its recipients and their values in their order; null where there is none. */
export async function contentsOf(sql: Sql, audienceId: string | null): Promise<Subject["audience"]> {
  if (audienceId === null) return null;
  const [row] = await sql.query<{ recipients: number; contents: string }>(
    `SELECT count(*)::int AS recipients,
       coalesce(sum(hashtextextended(destination_type || ' ' || encode(hash, 'hex') || ' ' || parameters::text, position)), 0)::text AS contents
     FROM audience_recipient WHERE audience_id = $1`,
    [audienceId],
  );
  return { id: audienceId, recipients: row?.recipients ?? 0, contents: row?.contents ?? "0" };
}
