import { createHmac, hkdfSync } from "node:crypto";
import { config } from "@/lib/config/config";
import type { Sql } from "@/lib/database/sql";
import { once } from "@/lib/runtime/once";
import { hashPushId } from "../device/register-push-ids";

/** What stands where something of a removed person stood. */
export const erasedMark = "erased";

/** A person of a service, with the ids that refer to them. */
export interface Person {
  serviceId: string;
  userid: string;
  /** Push ids of devices that are theirs alone. */
  tokens: readonly string[];
  /** Device ids of the same, as far as they have one. */
  deviceids: readonly string[];
}

const key = () =>
  once("pseudonym-key", () =>
    Buffer.from(hkdfSync("sha256", config().APP_SECRET, "", "clarion pseudonym 1", 32)),
  );

/**
 * What a removed person is called in receipts and in the audit log: it can be computed from the
 * user id with the APP_SECRET, and not the other way round.
 */
export function pseudonymOf(serviceId: string, userid: string): string {
  return createHmac("sha256", key()).update(`${serviceId}\0${userid}`).digest("hex").slice(0, 32);
}

/** Devices of one person that are read at most: far more than one has. */
const mostDevices = 1_000;

/** The person of a user id, with the devices that no other person has. */
export async function personOf(sql: Sql, serviceId: string, userid: string): Promise<Person> {
  const rows = await sql.query<{ pushid: string; deviceid: string; endpoint: string | null }>(
    `SELECT d.pushid, d.deviceid, d.subscription ->> 'endpoint' AS endpoint FROM app a JOIN device_user u ON u.app_id = a.id JOIN device d ON d.id = u.device_id
     WHERE a.service_id = $1 AND u.userid = $2 AND NOT EXISTS (SELECT 1 FROM device_user o WHERE o.device_id = d.id AND o.userid <> $2) LIMIT ${mostDevices}`,
    [serviceId, userid],
  );
  return {
    serviceId,
    userid,
    tokens: [
      ...new Set(
        rows.flatMap(({ pushid, endpoint }) => (endpoint === null ? [pushid] : [pushid, endpoint])),
      ),
    ],
    deviceids: [...new Set(rows.flatMap(({ deviceid }) => (deviceid === "" ? [] : [deviceid])))],
  };
}

/** SHA-256 of a person's push ids, in hexadecimal. */
export function tokenHashes({ tokens }: Person): string[] {
  return tokens.map(hashPushId);
}

/** Texts by which a person may stand somewhere, as they are and as JSON has them. */
export function needlesOf({ userid, tokens, deviceids }: Person): string[] {
  return [
    ...new Set(
      [userid, ...tokens, ...deviceids].flatMap((text) => [
        text,
        JSON.stringify(text).slice(1, -1),
      ]),
    ),
  ];
}
