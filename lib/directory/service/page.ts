import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { database } from "@/lib/database/sql";
import { listServicesSchema } from "@/lib/inputs/service";
import { isSendable } from "@/lib/interface/text";
import type { Actor } from "@/lib/policy/can";
import { countRows, pageOf, type PageOf, type SortKey } from "@/lib/verb/page-of";
import { activeKey } from "./keys";
import type { OwnService } from "./list";

/** A service in the list of one's services. */
export interface ServiceRow extends Pick<OwnService, "id" | "name" | "sandbox" | "role"> {
  active: boolean;
  apps: number;
  /** Keys that work. */
  keys: number;
  /** When a program last called with one of its keys, ISO 8601 UTC; null where none has. */
  lastUsedAt: string | null;
}

type ServicePageRow = WithDates<Omit<ServiceRow, "role">, "lastUsedAt">;

const pageRows = 50;
const byName: SortKey<ServicePageRow> = { of: ({ name }) => name, fits: /^.{1,400}$/su };
const fitting =
  "($1::uuid[] IS NULL OR s.id = ANY($1)) AND ($2::text IS NULL OR strpos(lower(s.name), lower($2)) > 0)";
const select = `SELECT s.id, s.name, s.sandbox, s.active, (SELECT count(*)::int FROM app a WHERE a.service_id = s.id) AS apps,
    (SELECT count(*)::int FROM service_key k WHERE k.service_id = s.id AND ${activeKey}) AS keys,
    (SELECT max(k.last_used_at) FROM service_key k WHERE k.service_id = s.id) AS "lastUsedAt"
  FROM service s WHERE ${fitting}`;

/**
 * The services that a member is in, by name, all of them for an owner of the installation, 50 a
 * page; none for a text that no name can hold.
 */
export async function listServicePage(
  { actor }: { actor: Extract<Actor, { kind: "member" }> },
  input: { text?: string | undefined; after?: string | undefined; before?: string | undefined },
): Promise<PageOf<ServiceRow>> {
  const { text, after, before } = listServicesSchema.parse(input);
  if (text !== undefined && !isSendable(text))
    return { rows: [], next: null, previous: null, total: 0 };
  const filterValues = [
    actor.installationOwner ? null : Object.keys(actor.services),
    text || null,
  ] as const;
  const sql = database();
  const page = await pageOf<ServicePageRow>(
    { after, before, limit: pageRows },
    byName,
    ({ place, back, limit }) => {
      const values = [...filterValues, place?.key ?? null, place?.id ?? null, limit];
      return sql.query<ServicePageRow>(
        back
          ? `${select} AND ($3::text IS NULL OR (lower(s.name), s.id) < (lower($3::text), $4::uuid)) ORDER BY lower(s.name) DESC, s.id DESC LIMIT $5`
          : `${select} AND ($3::text IS NULL OR (lower(s.name), s.id) > (lower($3::text), $4::uuid)) ORDER BY lower(s.name), s.id LIMIT $5`,
        values,
      );
    },
    () => sql.query<{ n: number }>(countRows(`FROM service s WHERE ${fitting}`), [...filterValues]),
  );
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...isoTimes(row),
      role: actor.installationOwner
        ? ("owner" as const)
        : (actor.services[row.id]?.role ?? "viewer"),
    })),
  };
}
