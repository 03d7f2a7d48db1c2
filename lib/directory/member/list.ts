import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import { listAccountsSchema, listMembersSchema, type memberSorts } from "@/lib/inputs/member";
import { isSendable } from "@/lib/interface/text";
import { can } from "@/lib/policy/can";
import type { Role } from "@/lib/policy/roles";
import { countRows, pageOf, type PageOf, type SortKey } from "@/lib/verb/page-of";
import { noService, serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** An account in a list. */
export interface MemberRow {
  id: string;
  name: string;
  email: string;
  /** In the service that is looked at; null for who has none there. */
  role: Role | null;
  /** Of the role; null without one. */
  revision: number | null;
  /** Granted with the role of a marketer. */
  maySend: boolean;
  mayApprove: boolean;
  installationOwner: boolean;
  disabled: boolean;
  /** Whether signing in takes them a second step; null where the caller may not know. */
  secondFactor: boolean | null;
  /** Services in which they have a role. */
  services: number;
  /**
   * ISO 8601, UTC, to some minutes; null where they never signed in, or the caller may not know.
   */
  seenAt: string | null;
}

type Row = WithDates<MemberRow, "seenAt"> & { key: string };
type Sort = (typeof memberSorts)[number];
interface ListQuery {
  text?: string | undefined;
  sort: Sort;
  after?: string | undefined;
  before?: string | undefined;
}

const pageRows = 50;
/**
 * By what the sorts go: SQL for a text, for every sort. Owners of the installation are owners
 * everywhere.
 */
const keys = {
  name: { sql: "lower(m.name)", fits: /^.{0,400}$/su },
  role: {
    sql: `CASE WHEN m.installation_owner THEN 0 ELSE coalesce(array_position('{owner,admin,marketer,viewer}'::text[], p.role::text), 5) END::text`,
    fits: /^\d$/,
  },
  seen: {
    sql: "lpad(coalesce(extract(epoch FROM m.seen_at) * 1000, 0)::bigint::text, 15, '0')",
    fits: /^\d{15}$/,
  },
} as const;

/**
 * People of a service `$1`, owners of the installation included; of the whole installation where it
 * is null. `$2` narrows by name and address.
 */
const fitting = `($1::uuid IS NULL OR p.member_id IS NOT NULL OR m.installation_owner)
  AND ($2::text IS NULL OR strpos(lower(m.name), lower($2)) > 0 OR strpos(m.email, lower($2)) > 0)`;
const tables = "member m LEFT JOIN membership p ON p.member_id = m.id AND p.service_id = $1::uuid";

/**
 * The members of a service, and the owners of the installation, who are in each: 50 a page, by name
 * by default.
 */
export const listMembers = view({
  action: "service.view",
  input: listMembersSchema,
  service: serviceNamed,
  run: async ({ sql, actor, serviceId }, query): Promise<PageOf<MemberRow>> => {
    // When members were last seen, and whether they have a second factor, is visible only to those
    // who may change members.
    const seen = can(actor, "member.change", serviceId).ok;
    const page = await read(
      sql,
      serviceId,
      seen || !query.sort.endsWith("seen") ? query : { ...query, sort: "name" },
    );
    return seen
      ? page
      : { ...page, rows: page.rows.map((row) => ({ ...row, seenAt: null, secondFactor: null })) };
  },
});

/** All accounts of the installation, those without a role too: 50 a page, by name by default. */
export const listAccounts = view({
  action: "member.disable",
  input: listAccountsSchema,
  service: noService,
  run: async ({ sql }, query): Promise<PageOf<MemberRow>> => read(sql, null, query),
});

async function read(
  sql: Sql,
  serviceId: string | null,
  { text, sort, after, before }: ListQuery,
): Promise<PageOf<MemberRow>> {
  if (text !== undefined && !isSendable(text))
    return { rows: [], next: null, previous: null, total: 0 };
  const filterValues = [serviceId, text || null];
  const key = keys[sort.replace("-", "") as keyof typeof keys];
  const by: SortKey<Row> = { of: (row) => row.key, fits: key.fits };
  const page = await pageOf<Row>(
    { after, before, limit: pageRows },
    by,
    ({ place, back, limit }) => {
      const up = sort.startsWith("-") === back;
      return sql.query<Row>(
        `SELECT x.id, x.name, x.email, x.role, x.revision, x."maySend", x."mayApprove", x."installationOwner", x.disabled, x."seenAt", x."secondFactor", x.services, x.by AS key
         FROM (SELECT m.id, m.name, m.email, p.role::text AS role, p.revision, coalesce(p.may_send, false) AS "maySend", coalesce(p.may_approve, false) AS "mayApprove",
           m.installation_owner AS "installationOwner", m.disabled_at IS NOT NULL AS disabled, m.seen_at AS "seenAt", (${key.sql}) AS by,
           (EXISTS (SELECT 1 FROM authenticator_app a WHERE a.member_id = m.id) OR EXISTS (SELECT 1 FROM passkey k WHERE k.member_id = m.id)) AS "secondFactor",
           (SELECT count(*)::int FROM membership o WHERE o.member_id = m.id) AS services
         FROM ${tables} WHERE ${fitting}) x
         WHERE $3::text IS NULL OR (x.by, x.id) ${up ? ">" : "<"} ($3::text, $4::uuid)
         ${up ? "ORDER BY x.by, x.id" : "ORDER BY x.by DESC, x.id DESC"} LIMIT $5`,
        [...filterValues, place?.key ?? null, place?.id ?? null, limit],
      );
    },
    () => sql.query<{ n: number }>(countRows(`FROM ${tables} WHERE ${fitting}`), filterValues),
  );
  return { ...page, rows: page.rows.map(memberRow) };
}

function memberRow(keyedRow: Row): MemberRow {
  const { key: _, ...row } = keyedRow;
  return isoTimes(row);
}
