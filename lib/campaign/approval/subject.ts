import { createHash } from "node:crypto";
import { database, type Sql } from "@/lib/database/sql";
import { wordsOfRule } from "@/lib/directory/segment/rule-words";
import { composedOf } from "@/lib/inputs/compose";
import { canonicalJson } from "@/lib/interface/canonical-json";
import { boundIn, type Subject } from "@/lib/plan/subject";
import type { CampaignPlan, Order } from "../order/plan";

/** When an order is to be sent; null: at once. */
export type OrderedAt = Subject["at"];

/** What an order that was counted comes to, as an approval is bound to it. */
export async function subjectOf(
  serviceId: string,
  order: Order,
  plan: CampaignPlan,
  at: OrderedAt,
): Promise<Subject> {
  const { cuts, versions, follows, recipients, requests, leftOut } = plan;
  const segment = plan.segment && {
    ...plan.segment,
    words: await wordsOfRule(database(), serviceId, plan.segment.rule),
    users: recipients + leftOut,
  };
  return {
    request: order.pattern.body,
    audience: await listOf(database(), order.audienceId),
    ...(segment && { segment }),
    moreAppids: order.moreAppids,
    language: order.language ?? null,
    columns: order.columns ?? {},
    ...(order.defaults && { defaults: order.defaults }),
    ...(order.lacking && { lacking: order.lacking }),
    ...(order.rate != null && { rate: order.rate }),
    ...(order.necessary && { necessary: true as const }),
    followTemplate: order.followTemplate ?? false,
    templates: versions,
    at,
    plan: planOf(cuts, follows ? {} : versions),
    recipients,
    requests,
  };
}

/** Returns the order that {@link subjectOf} binds. */
export function orderIn({
  request,
  audience,
  segment,
  moreAppids,
  columns,
  defaults,
  lacking,
  language,
  rate,
  necessary,
  followTemplate,
}: Subject): Order {
  const audienceId = audience?.id ?? null;
  const choices = { columns, defaults, lacking, language, rate, necessary, followTemplate };
  // Its rule is read again: whether it is still the one that is bound is for the hash to say.
  const chosen = segment && { id: segment.id, evaluation: segment.evaluation };
  return {
    pattern: composedOf(request),
    audienceId,
    ...(chosen && { segment: chosen }),
    moreAppids,
    ...choices,
  };
}

/** How an order is cut, with the versions of templates that it keeps, by app. */
export function planOf(
  cuts: CampaignPlan["cuts"],
  versions: Readonly<Record<string, number>>,
): Subject["plan"] {
  return Object.fromEntries(
    Object.entries(cuts).map(([appid, cut]) => [
      appid,
      { ...cut, ...(versions[appid] !== undefined && { templateVersion: versions[appid] }) },
    ]),
  );
}

/**
 * Returns a subject as it is stored, canonical JSON, and the SHA-256 of what of it is bound, in
 * lower-case hexadecimal.
 */
export function sealed(subject: Subject): { subject: string; sha256: string } {
  const bound = canonicalJson(boundIn(subject));
  return {
    subject: canonicalJson(subject),
    sha256: createHash("sha256").update(bound).digest("hex"),
  };
}

/** Rows of a list that are hashed together: no text of the database grows with the list. */
const pageRows = 1_000;

/**
 * Reads what an approval of a list is bound to; null where there is no list. `sha256` is SHA-256
 * over the hashes of its pages in order, each of them over its rows in order, a line for each
 * recipient with its values (JSON has no line break). `revision` is what an edit raises, so that
 * values which came back are another list, too.
 */
export async function listOf(sql: Sql, audienceId: string | null): Promise<Subject["audience"]> {
  if (audienceId === null) return null;
  const [row] = await sql.query<{ revision: number; recipients: number; sha256: string }>(
    `SELECT a.revision, coalesce(sum(p.recipients), 0)::int AS recipients,
       encode(sha256(coalesce(string_agg(p.sha256, ''::bytea ORDER BY p.page), ''::bytea)), 'hex') AS sha256
     FROM audience a LEFT JOIN LATERAL (
       SELECT position / ${pageRows} AS page, count(*) AS recipients,
         sha256(convert_to(string_agg(destination_type || ' ' || encode(hash, 'hex') || ' ' || parameters::text, chr(10) ORDER BY position), 'UTF8')) AS sha256
       FROM audience_recipient WHERE audience_id = a.id GROUP BY 1
     ) p ON true
     WHERE a.id = $1 GROUP BY a.id`,
    [audienceId],
  );
  return {
    id: audienceId,
    revision: row?.revision ?? 0,
    recipients: row?.recipients ?? 0,
    sha256: row?.sha256 ?? "",
  };
}

/** Returns what the audit log stores of a request for approval. */
export async function approvalEvent(
  tx: Sql,
  campaignId: string,
  { recipients, at }: Subject,
  sha256: string,
): Promise<{ name: string; recipients: number; startsAt: string | null; sha256: string }> {
  const [row] = await tx.query<{ name: string }>("SELECT name FROM campaign WHERE id = $1", [
    campaignId,
  ]);
  return { name: row?.name ?? "", recipients, startsAt: at?.startsAt ?? null, sha256 };
}
