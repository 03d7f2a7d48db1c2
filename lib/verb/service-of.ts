import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";

/** A row that says which service a thing belongs to. */
export interface InService {
  serviceId: string;
}
type ServiceLookup = Promise<string | undefined>;

/**
 * Returns what finds the service of a thing by the thing's id: undefined for a text that is no id,
 * and where there is no such thing.
 */
export function byId(
  read: (sql: Sql, id: string) => Promise<InService[]>,
): (sql: Sql, input: { id: string }) => ServiceLookup {
  return async (sql, { id }) => (isId(id) ? only(await read(sql, id)) : undefined);
}

// Here: what rooms ask for that may not import the room of the subject. Otherwise a subject has its
// own.

/** What concerns no service. */
export function noService(): null {
  return null;
}

/** A service that an input names; undefined when there is none. */
export async function serviceNamed(sql: Sql, { serviceId }: { serviceId: string }): ServiceLookup {
  return isId(serviceId)
    ? only(
        await sql.query<InService>(`SELECT id AS "serviceId" FROM service WHERE id = $1`, [
          serviceId,
        ]),
      )
    : undefined;
}

/** The service of a message; undefined when there is no such message. */
export async function serviceOfMessage(sql: Sql, { transid }: { transid: string }): ServiceLookup {
  return isId(transid)
    ? only(
        await sql.query<InService>(`SELECT service_id AS "serviceId" FROM message WHERE id = $1`, [
          transid,
        ]),
      )
    : undefined;
}

/** The service of a campaign; undefined when there is no such campaign. */
export const serviceOfCampaign = byId((sql, id) =>
  sql.query<InService>(`SELECT service_id AS "serviceId" FROM campaign WHERE id = $1`, [id]),
);

/** The service of a device, retired or not; undefined when there is no such device. */
export const serviceOfDevice = byId((sql, id) =>
  sql.query<InService>(
    `SELECT a.service_id AS "serviceId" FROM device d JOIN app a ON a.id = d.app_id WHERE d.id = $1`,
    [id],
  ),
);

/** The service of a user, by the id of their row; undefined when there is no such user. */
export const serviceOfUser = byId((sql, id) =>
  sql.query<InService>(`SELECT service_id AS "serviceId" FROM service_user WHERE id = $1`, [id]),
);

/** The service of a webhook; undefined when there is no such webhook. */
export const serviceOfWebhook = byId((sql, id) =>
  sql.query<InService>(`SELECT service_id AS "serviceId" FROM webhook WHERE id = $1`, [id]),
);

function only([row]: InService[]): string | undefined {
  return row?.serviceId;
}
