import type { Device } from "@/lib/database/generated/client";
import type { Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/id";
import type { DeviceState } from "@/lib/inputs/registered-devices";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceOfDevice } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** A push id that a device has or had: its fingerprint alone. Times are ISO 8601 UTC. */
export interface DeviceToken {
  /** Of its row: each push id is a device of its own to what sends. */
  id: string;
  fingerprint: string;
  state: DeviceState;
  stateReason: string | null;
  /** When it came into its state; null where that was not kept. */
  stateAt: string | null;
  createdAt: string;
  lastSeenAt: string;
}

/** A device as its page shows it. */
export interface OpenDevice extends DeviceToken {
  serviceId: string;
  appid: string;
  appName: string;
  kind: DeviceKind;
  deviceid: string;
  model: string | null;
  os: string | null;
  language: string | null;
  timezone: string | null;
  simulated: boolean;
  userids: string[];
  /** Of the users and the push id, what is on the suppression list: user ids, and "" for the push id. */
  suppressed: string[];
  /** Their entries of the list. */
  entries: { id: string; userid: string }[];
  /** Its other push ids, the latest first, at most 20. */
  others: DeviceToken[];
}

const tokenColumns = {
  id: true,
  pushHash: true,
  state: true,
  stateReason: true,
  stateAt: true,
  createdAt: true,
  lastSeenAt: true,
} as const;

/** One device. Throws `NotFoundError` when there is none. */
export const openDevice = view(
  "service.view",
  idSchema,
  serviceOfDevice,
  async ({ sql, serviceId }, { id: named }): Promise<OpenDevice> => {
    const users = { select: { userid: true }, orderBy: { userid: "asc" }, take: 20 } as const;
    const device = await sql.prisma.device.findFirst({
      where: { id: named },
      include: { users },
      omit: { pushid: true, subscription: true },
    });
    const app =
      device && (await sql.prisma.app.findUnique({ where: { id: device.appId, serviceId }, select: { appid: true, name: true } }));
    if (!device || !app) throw new NotFoundError("This device");
    const { id, appId, kind, deviceid, model, os, language, timezone, simulated } = device;
    const entries = await entriesOf(sql, id);
    // A device that has a new push id keeps its device id: the rows of the old ones are still there.
    const others =
      deviceid === ""
        ? []
        : await sql.prisma.device.findMany({
            where: { appId, deviceid, kind, id: { not: id } },
            orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
            take: 20,
            select: tokenColumns,
          });
    return {
      ...tokenOf(device),
      serviceId,
      appid: app.appid,
      appName: app.name,
      kind: kind as DeviceKind,
      deviceid,
      model,
      os,
      language,
      timezone,
      simulated,
      userids: device.users.map(({ userid }) => userid),
      suppressed: [...new Set(entries.map(({ userid }) => userid))],
      entries,
      others: others.map(tokenOf),
    };
  },
);

/** Entries of the suppression list that hold back what is sent to a device: of its users, and of its push id ("") in any spelling. */
function entriesOf(sql: Sql, id: string): Promise<OpenDevice["entries"]> {
  return sql.query<OpenDevice["entries"][number]>(
    `SELECT s.id, u.userid FROM device_user u JOIN app a ON a.id = u.app_id
       JOIN suppression s ON s.service_id = a.service_id AND s.kind = 'userid' AND s.hash = sha256(convert_to(u.userid, 'UTF8')) WHERE u.device_id = $1
     UNION ALL SELECT s.id, '' FROM device d JOIN app a ON a.id = d.app_id JOIN suppression s ON s.service_id = a.service_id AND s.kind = 'pushid'
       AND (s.hash = d.push_hash OR (d.kind = 'ios' AND s.ios_hash = d.push_hash)) WHERE d.id = $1
     LIMIT 40`,
    [id],
  );
}

function tokenOf({
  id,
  pushHash,
  state,
  stateReason,
  stateAt,
  createdAt,
  lastSeenAt,
}: Pick<Device, keyof typeof tokenColumns>): DeviceToken {
  return {
    id,
    fingerprint: Buffer.from(pushHash).toString("hex").slice(0, 12),
    state: state as DeviceState,
    stateReason,
    stateAt: stateAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  };
}
