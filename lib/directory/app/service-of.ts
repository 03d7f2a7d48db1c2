import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { isSendable } from "@/lib/interface/text";

/** The service of an app, by the app's id; undefined when there is no such app. */
export async function serviceOfApp(
  sql: Sql,
  { appId }: { appId: string },
): Promise<string | undefined> {
  if (!isId(appId)) return undefined;
  const [row] = await sql.query<{ serviceId: string }>(
    `SELECT service_id AS "serviceId" FROM app WHERE id = $1`,
    [appId],
  );
  return row?.serviceId;
}

/**
 * The service of an app, by the name that requests give the app; undefined when there is no such
 * app.
 */
export async function serviceOfAppid(
  sql: Sql,
  { appid }: { appid: string },
): Promise<string | undefined> {
  if (!isSendable(appid)) return undefined;
  const [row] = await sql.query<{ serviceId: string }>(
    `SELECT service_id AS "serviceId" FROM app WHERE appid = $1`,
    [appid],
  );
  return row?.serviceId;
}
