import { currentOrder } from "@/lib/database/campaign-state";
import { database } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/row";
import { parseJson } from "@/lib/interface/exact-json";
import { columnFor } from "@/lib/plan/own-values";
import { readParameters } from "@/lib/template/parameters";
import { placeholderOf } from "@/lib/template/placeholder";
import type { TemplateVersion } from "@/lib/template/resolve";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { campaignsUsing } from "./used-by";
import { findVersion, unreadableVersion } from "./version";

/** A scheduled campaign that uses the version that is published when its time comes. */
export interface Follower {
  id: string;
  name: string;
  /** Why it could not be sent by the version that is looked at; undefined where its values fit. */
  refused?: string;
}

/**
 * What a campaign says to its template: each recipient's own values by the columns of its list, if
 * it goes to one.
 */
export interface SaidToTemplate {
  parameters: Readonly<Record<string, string>>;
  /** The columns of its list. */
  list: readonly string[];
  /** Which column a parameter takes, where it is called otherwise. */
  columns: Readonly<Record<string, string>>;
}

/** Column of a statement whose rows `o` and `l` are an order and its list: names of own values. */
const valueNames = `CASE WHEN o.segment_id IS NULL THEN l.summary -> 'parameters' ELSE (SELECT jsonb_agg(t.name) FROM user_attribute t WHERE t.service_id = o.service_id) END AS list`;

/**
 * Returns the scheduled campaigns that follow a template, each with why a version would refuse it,
 * if it would. The caller has checked the access to the template.
 */
export async function followersOf(id: string, version: TemplateVersion): Promise<Follower[]> {
  const following = (await campaignsUsing(database(), id)).filter(
    (one) => one.state === "scheduled" && one.version === null,
  );
  if (following.length === 0) return [];
  const rows = await database().query<FollowerRow & { id: string }>(
    `SELECT c.id, o.request, ${valueNames}, (SELECT o.plan -> a.appid -> 'columns' FROM app a WHERE a.id = c.app_id) AS columns
     FROM campaign c JOIN ${currentOrder} LEFT JOIN audience l ON l.id = o.audience_id WHERE c.id = ANY($1::uuid[])`,
    [following.map((one) => one.id)],
  );
  return following.map(({ id: campaign, name }) => {
    const row = rows.find((one) => one.id === campaign);
    const refused = row && refusalOf(version, saidBy(row));
    return { id: campaign, name, ...(refused !== undefined && { refused }) };
  });
}

/**
 * Why a scheduled campaign could not be sent by the version that is published now, where it follows
 * its template; undefined otherwise.
 */
export const readFollower = view({
  action: "service.view",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ sql }, { id }): Promise<string | undefined> => {
    const [row] = await sql.query<FollowerRow & { appId: string; templateId: string }>(
      `SELECT a.id AS "appId", r.name AS "templateId", o.request, ${valueNames}, o.plan -> a.appid -> 'columns' AS columns
     FROM campaign c JOIN ${currentOrder} JOIN app a ON a.id = c.app_id JOIN campaign_order_template r ON r.order_id = o.id AND r.app_id = a.id
       LEFT JOIN audience l ON l.id = o.audience_id WHERE c.id = $1 AND o.state = 'scheduled' AND r.version IS NULL`,
      [id],
    );
    if (!row) return undefined;
    const version = await findVersion(row.appId, { templateId: row.templateId });
    if (version) return refusalOf(version, saidBy(row));
    return (
      (await unreadableVersion(row.appId, { templateId: row.templateId })) ??
      "Its template is archived."
    );
  },
});

interface FollowerRow {
  /** JSON text. */
  request: string;
  list: unknown;
  columns: unknown;
}

/**
 * Returns why a version refuses a campaign with these values; undefined where it accepts it, as far
 * as can be checked without its recipients.
 */
export function refusalOf(
  { parameters: declared }: Pick<TemplateVersion, "parameters">,
  said: SaidToTemplate,
): string | undefined {
  const own = declared
    .filter(({ name }) => said.list.includes(columnFor(name, said.list, said)))
    .map(({ name }) => name);
  const missing = declared.find(
    ({ name, required }) =>
      required && !Object.hasOwn(said.parameters, name) && !own.includes(name),
  );
  if (missing) return `It has no value for ${placeholderOf(missing.name)}.`;
  const { problems } = readParameters(
    declared.filter(({ name }) => !own.includes(name)),
    Object.fromEntries(Object.entries(said.parameters).filter(([name]) => !own.includes(name))),
  );
  const [first] = problems;
  if (!first) return undefined;
  const name = first.pointer.split("/").at(-1) ?? "";
  return first.rule === "template.parameter.unknown"
    ? `It has a value for ${placeholderOf(name)}, which was removed.`
    : `${first.message}.`;
}

function saidBy({ request, list, columns }: FollowerRow): SaidToTemplate {
  const { message } = parseJson(request) as {
    message?: { parameters?: Record<string, string> };
  };
  return {
    parameters: message?.parameters ?? {},
    list: Array.isArray(list) ? (list as string[]) : [],
    columns: (columns ?? {}) as Record<string, string>,
  };
}
