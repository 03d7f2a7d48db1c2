import { z } from "zod";
import type { Sql } from "@/lib/database/sql";
import { pageInput } from "@/lib/inputs/page";
import type { DestinationKey, DeviceKind } from "@/lib/interface/device-kinds";
import { isSendable } from "@/lib/interface/text";
import { countRows, pageOf, type PageOf, type SortKey } from "@/lib/verb/page-of";
import { view } from "@/lib/verb/view";
import { findAudience } from "./list";
import { serviceOfAudience } from "./rows";

/** A recipient of a list. */
export interface ListRecipient {
  /** Its place in the list, from 0. */
  position: number;
  type: DestinationKey;
  destination: string;
  /** Values of its own, by the name of the parameter. */
  parameters: Record<string, string>;
  /** Of a user: what its devices are that are registered in the service; of a push id null. */
  kinds: DeviceKind[] | null;
}

interface Row extends Omit<ListRecipient, "kinds"> {
  /** Of the list: places in it are named by their position alone. */
  id: string;
}

const filterSchema = z.object({
  id: z.string(),
  /** A part of an identifier, in any case. */
  text: z.string().optional(),
  ...pageInput,
});

const byPosition: SortKey<Row> = { of: ({ position }) => String(position), fits: /^\d{1,9}$/ };
const fitting = `r.audience_id = $1 AND ($2::text IS NULL OR strpos(lower(r.destination), lower($2)) > 0)`;
const columns = `r.audience_id AS id, r.position, r.destination_type AS type, r.destination, r.parameters`;
const pageRows = 50;

/**
 * The recipients of a list in their order, 50 a page. Throws `NotFoundError` when there is no such
 * list, or it was removed.
 */
export const listRecipientsOf = view({
  action: "service.view",
  input: filterSchema,
  service: serviceOfAudience,
  run: async (
    { sql, actor, serviceId },
    { id, text, after, before },
  ): Promise<PageOf<ListRecipient>> => {
    await findAudience({ actor, tx: sql }, { id });
    if (text !== undefined && !isSendable(text))
      return { rows: [], next: null, previous: null, total: 0 };
    const filterValues = [id, text || null] as const;
    const page = await pageOf(
      { after, before, limit: pageRows },
      byPosition,
      ({ place, back, limit }) =>
        sql.query<Row>(
          back
            ? `SELECT ${columns} FROM audience_recipient r WHERE ${fitting} AND ($3::int IS NULL OR r.position < $3) ORDER BY r.position DESC LIMIT $4`
            : `SELECT ${columns} FROM audience_recipient r WHERE ${fitting} AND ($3::int IS NULL OR r.position > $3) ORDER BY r.position LIMIT $4`,
          [...filterValues, place ? Number(place.key) : null, limit],
        ),
      () =>
        sql.query<{ n: number }>(countRows(`FROM audience_recipient r WHERE ${fitting}`), [
          ...filterValues,
        ]),
    );
    return { ...page, rows: await withKinds(sql, serviceId, page.rows) };
  },
});

async function withKinds(
  sql: Sql,
  serviceId: string,
  rows: readonly Row[],
): Promise<ListRecipient[]> {
  const users = rows.flatMap(({ type, destination }) => (type === "userid" ? [destination] : []));
  const userKinds = await sql.query<{ userid: string; kinds: DeviceKind[] }>(
    `SELECT u.userid, array_agg(DISTINCT d.kind) AS kinds FROM app a JOIN device_user u ON u.app_id = a.id JOIN device d ON d.id = u.device_id
     WHERE a.service_id = $1 AND u.userid = ANY($2::text[]) AND d.state = 'active' GROUP BY u.userid`,
    [serviceId, users],
  );
  const kindsOf = new Map(userKinds.map(({ userid, kinds }) => [userid, kinds]));
  return rows.map(({ position, type, destination, parameters }) => ({
    position,
    type,
    destination,
    parameters,
    kinds: type === "userid" ? (kindsOf.get(destination) ?? []) : null,
  }));
}
