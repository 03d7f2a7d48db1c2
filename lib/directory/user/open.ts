import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import { mostAttributes, type AttributeType, type AttributeValue } from "@/lib/inputs/attribute";
import { idSchema } from "@/lib/inputs/row";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceOfUser } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { hashSuppressed } from "../suppression/suppressed";
import type { StoredValues } from "./attributes";
import { devicesOfUser, type DeviceOfUser, type StoredUser } from "./read";

/** The value of a user's attribute, with what is said of the attribute. */
export interface ShownAttribute {
  name: string;
  type: AttributeType;
  description: string;
  value: AttributeValue;
}

/** A user as their page shows them. */
export interface OpenUser extends Omit<StoredUser, "attributes"> {
  id: string;
  serviceId: string;
  createdAt: string;
  updatedAt: string;
  /** By name. */
  attributes: ShownAttribute[];
  /** Those seen last first, at most 100. */
  devices: DeviceOfUser[];
  /** The lists that they are in by their user id, by name, at most 100. */
  lists: { id: string; name: string }[];
  /** Their entry of the suppression list; null where they get messages. */
  suppression: string | null;
}

const mostLists = 100;

/** One user. Throws `NotFoundError` when there is none. */
export const openUser = view({
  action: "user.read",
  input: idSchema,
  service: serviceOfUser,
  run: async ({ sql, serviceId }, { id }): Promise<OpenUser> => {
    const [row] = await sql.query<
      WithDates<
        Omit<OpenUser, "attributes" | "devices" | "lists">,
        "createdAt" | "updatedAt" | "firstSeenAt" | "lastSeenAt"
      > & { stored: StoredValues }
    >(
      `SELECT u.id, u.service_id AS "serviceId", u.userid, u.language, u.timezone, u.attributes AS stored, u.created_at AS "createdAt", u.updated_at AS "updatedAt",
       u.first_seen_at AS "firstSeenAt", u.last_seen_at AS "lastSeenAt",
       (SELECT s.id FROM suppression s WHERE s.service_id = u.service_id AND s.kind = 'userid' AND s.hash = sha256(convert_to(u.userid, 'UTF8'))) AS suppression
     FROM service_user u WHERE u.id = $1 AND u.service_id = $2`,
      [id, serviceId],
    );
    if (!row) throw new NotFoundError("This user");
    const { stored, ...user } = row;
    return {
      ...isoTimes(user),
      attributes: await shownAttributes(sql, serviceId, stored),
      devices: await devicesOfUser(sql, serviceId, user.userid),
      lists: await listsWith(sql, serviceId, user.userid),
    };
  },
});

async function shownAttributes(
  sql: Sql,
  serviceId: string,
  stored: StoredValues,
): Promise<ShownAttribute[]> {
  const rows = await sql.query<Omit<ShownAttribute, "value"> & { key: number }>(
    `SELECT key, name, type, description FROM user_attribute WHERE service_id = $1 ORDER BY name LIMIT ${mostAttributes}`,
    [serviceId],
  );
  return rows.flatMap(({ key, ...attribute }) => {
    const value = stored[key];
    return value === undefined ? [] : [{ ...attribute, value }];
  });
}

function listsWith(sql: Sql, serviceId: string, userid: string): Promise<OpenUser["lists"]> {
  return sql.query<OpenUser["lists"][number]>(
    `SELECT l.id, l.name FROM audience l JOIN audience_recipient r ON r.audience_id = l.id AND r.destination_type = 'userid' AND r.hash = decode($2, 'hex')
     WHERE l.service_id = $1 AND l.ready_at IS NOT NULL AND l.removed_at IS NULL ORDER BY lower(l.name), l.id LIMIT ${mostLists}`,
    [serviceId, hashSuppressed(userid)],
  );
}
