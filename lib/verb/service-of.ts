import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";

interface Row {
  serviceId: string;
}
type Found = Promise<string | undefined>;

// Here: what rooms ask for that may not import the room of the subject. Otherwise a subject has its own.

/** What concerns no service. */
export function noService(): null {
  return null;
}

/** A service that an input names; undefined when there is none. */
export async function serviceNamed(sql: Sql, { serviceId }: { serviceId: string }): Found {
  return isId(serviceId) ? only(await sql.query<Row>(`SELECT id AS "serviceId" FROM service WHERE id = $1`, [serviceId])) : undefined;
}

/** The service of a message; undefined when there is no such message. */
export async function serviceOfMessage(sql: Sql, { transid }: { transid: string }): Found {
  return isId(transid) ? only(await sql.query<Row>(`SELECT service_id AS "serviceId" FROM message WHERE id = $1`, [transid])) : undefined;
}

/** The service of a campaign; undefined when there is no such campaign. */
export async function serviceOfCampaign(sql: Sql, { id }: { id: string }): Found {
  return isId(id) ? only(await sql.query<Row>(`SELECT service_id AS "serviceId" FROM campaign WHERE id = $1`, [id])) : undefined;
}

/** The service of a device, retired or not; undefined when there is no such device. */
export async function serviceOfDevice(sql: Sql, { id }: { id: string }): Found {
  return isId(id)
    ? only(await sql.query<Row>(`SELECT a.service_id AS "serviceId" FROM device d JOIN app a ON a.id = d.app_id WHERE d.id = $1`, [id]))
    : undefined;
}

/** The service of a webhook; undefined when there is no such webhook. */
export async function serviceOfWebhook(sql: Sql, { id }: { id: string }): Found {
  return isId(id) ? only(await sql.query<Row>(`SELECT service_id AS "serviceId" FROM webhook WHERE id = $1`, [id])) : undefined;
}

function only([row]: Row[]): string | undefined {
  return row?.serviceId;
}
