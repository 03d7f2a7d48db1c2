import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { isSendable } from "@/lib/interface/text";

interface Row {
  serviceId: string;
}
type Found = Promise<string | undefined>;

/** A service that an input names; undefined when there is none. */
export async function serviceNamed(sql: Sql, { serviceId }: { serviceId: string }): Found {
  return isId(serviceId) ? only(await sql.query<Row>(`SELECT id AS "serviceId" FROM service WHERE id = $1`, [serviceId])) : undefined;
}

/** The service of a service key, revoked or not; undefined when there is no such key. */
export async function serviceOfServiceKey(sql: Sql, { id }: { id: string }): Found {
  return isId(id) ? only(await sql.query<Row>(`SELECT service_id AS "serviceId" FROM service_key WHERE id = $1`, [id])) : undefined;
}

/** The service of a JWT secret; undefined when there is no such secret. */
export async function serviceOfJwtSecret(sql: Sql, { id }: { id: string }): Found {
  return isId(id) ? only(await sql.query<Row>(`SELECT service_id AS "serviceId" FROM jwt_secret WHERE id = $1`, [id])) : undefined;
}

/** The service of an app, by the app's id; undefined when there is no such app. */
export async function serviceOfApp(sql: Sql, { appId }: { appId: string }): Found {
  return isId(appId) ? only(await sql.query<Row>(`SELECT service_id AS "serviceId" FROM app WHERE id = $1`, [appId])) : undefined;
}

/** The service of an app, by the name that requests give the app; undefined when there is no such app. */
export async function serviceOfAppid(sql: Sql, { appid }: { appid: string }): Found {
  return isSendable(appid) ? only(await sql.query<Row>(`SELECT service_id AS "serviceId" FROM app WHERE appid = $1`, [appid])) : undefined;
}

/** The service of a message; undefined when there is no such message. */
export async function serviceOfMessage(sql: Sql, { transid }: { transid: string }): Found {
  return isId(transid) ? only(await sql.query<Row>(`SELECT service_id AS "serviceId" FROM message WHERE id = $1`, [transid])) : undefined;
}

/** The service of a campaign; undefined when there is no such campaign. */
export async function serviceOfCampaign(sql: Sql, { id }: { id: string }): Found {
  return isId(id) ? only(await sql.query<Row>(`SELECT service_id AS "serviceId" FROM campaign WHERE id = $1`, [id])) : undefined;
}

/** The service of a request for approval; undefined when there is no such request. */
export async function serviceOfApproval(sql: Sql, { id }: { id: string }): Found {
  return isId(id) ? only(await sql.query<Row>(`SELECT service_id AS "serviceId" FROM approval WHERE id = $1`, [id])) : undefined;
}

/** The service of a list, removed or not; undefined when there is no such list. */
export async function serviceOfAudience(sql: Sql, { id }: { id: string }): Found {
  return isId(id) ? only(await sql.query<Row>(`SELECT service_id AS "serviceId" FROM audience WHERE id = $1`, [id])) : undefined;
}

/** The service of a template, archived or not; undefined when there is no such template. */
export async function serviceOfTemplate(sql: Sql, { id }: { id: string }): Found {
  return isId(id)
    ? only(await sql.query<Row>(`SELECT a.service_id AS "serviceId" FROM template t JOIN app a ON a.id = t.app_id WHERE t.id = $1`, [id]))
    : undefined;
}

/** The service of the template that a link shares, revoked or not; undefined when there is no such link. */
export async function serviceOfPreviewLink(sql: Sql, { id }: { id: string }): Found {
  return isId(id)
    ? only(
        await sql.query<Row>(
          `SELECT a.service_id AS "serviceId" FROM preview_link l JOIN template t ON t.id = l.template_id JOIN app a ON a.id = t.app_id WHERE l.id = $1`,
          [id],
        ),
      )
    : undefined;
}

/** The service of a picture of the media library; undefined when there is no such picture. */
export async function serviceOfMedia(sql: Sql, { id }: { id: string }): Found {
  return isId(id) ? only(await sql.query<Row>(`SELECT service_id AS "serviceId" FROM media WHERE id = $1`, [id])) : undefined;
}

/** The service of a device, retired or not; undefined when there is no such device. */
export async function serviceOfDevice(sql: Sql, { id }: { id: string }): Found {
  return isId(id)
    ? only(await sql.query<Row>(`SELECT a.service_id AS "serviceId" FROM device d JOIN app a ON a.id = d.app_id WHERE d.id = $1`, [id]))
    : undefined;
}

/** The service of the receipt of a removal; undefined when there is no such receipt. */
export async function serviceOfErasure(sql: Sql, { id }: { id: string }): Found {
  return isId(id) ? only(await sql.query<Row>(`SELECT service_id AS "serviceId" FROM erasure WHERE id = $1`, [id])) : undefined;
}

/** The service of an entry of the suppression list; undefined when there is no such entry. */
export async function serviceOfSuppression(sql: Sql, { id }: { id: string }): Found {
  return isId(id) ? only(await sql.query<Row>(`SELECT service_id AS "serviceId" FROM suppression WHERE id = $1`, [id])) : undefined;
}

function only([row]: Row[]): string | undefined {
  return row?.serviceId;
}
