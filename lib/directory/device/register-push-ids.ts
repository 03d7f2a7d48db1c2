import { createHash } from "node:crypto";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { isBrowser, type DeviceKind } from "@/lib/interface/device-kinds";
import { idFault, normalId } from "@/lib/interface/recipient-id";
import { subscriptionIn, type Subscription } from "@/lib/interface/subscription";
import type { UserDevice } from "./of-users";
import { shortPushId } from "./subscriptions";

/** A device that a push id belongs to. */
export type PushIdDevice = Omit<UserDevice, "kind">;

/** What a push id is looked up and registered by. */
export interface WantedPushId {
  /** `kind pushid` as written. */
  name: string;
  kind: DeviceKind;
  pushid: string;
  hash: string;
  subscription: Subscription | undefined;
  /**
   * Not what no provider takes; and a short id of a browser can only be looked up: without keys
   * nothing can be sent.
   */
  mayRegister: boolean;
}

/**
 * The devices of some push ids; unknown ones are registered, without a user. A browser's short id
 * that is not registered, and what can be no push id, is absent.
 *
 * @returns by `"<kind> <push id as written>"`
 */
export async function registerPushIds(
  tx: Sql,
  appId: string,
  items: readonly { kind: DeviceKind; pushid: string }[],
): Promise<Map<string, PushIdDevice>> {
  const devicesByName = new Map<string, PushIdDevice>();
  if (items.length === 0) return devicesByName;
  const lookups = items.map(wantedOf);
  const devicesByHash = await devicesOf(tx, appId, lookups);
  const isUnknown = ({ kind, hash, mayRegister }: WantedPushId) =>
    mayRegister && !devicesByHash.has(`${kind} ${hash}`);
  const unknown = new Map(lookups.filter(isUnknown).map((one) => [`${one.kind} ${one.hash}`, one]));
  if (unknown.size > 0) {
    for (const [name, device] of await insert(tx, appId, [...unknown.values()]))
      devicesByHash.set(name, device);
    // Devices that another transaction registered in between.
    const others = lookups.filter(isUnknown);
    if (others.length > 0)
      for (const [name, device] of await devicesOf(tx, appId, others))
        devicesByHash.set(name, device);
  }
  for (const { name, kind, hash } of lookups) {
    const device = devicesByHash.get(`${kind} ${hash}`);
    if (device) devicesByName.set(name, device);
  }
  return devicesByName;
}

/** How a push id as written is looked up. */
export function wantedOf({
  kind,
  pushid: rawPushId,
}: {
  kind: DeviceKind;
  pushid: string;
}): WantedPushId {
  const key = `${kind}_pushid` as const;
  const subscription = isBrowser(kind) ? subscriptionIn(rawPushId) : undefined;
  const pushid = subscription ? shortPushId(subscription) : normalId(key, rawPushId);
  return {
    name: `${kind} ${rawPushId}`,
    kind,
    pushid,
    hash: hashPushId(pushid),
    subscription,
    mayRegister: isBrowser(kind)
      ? subscription !== undefined
      : idFault(key, rawPushId) === undefined,
  };
}

/**
 * SHA-256 of a push id, in hexadecimal: what devices are found by, since a token may be longer than
 * an index row.
 */
export function hashPushId(pushid: string): string {
  return createHash("sha256").update(pushid).digest("hex");
}

async function devicesOf(
  tx: Sql,
  appId: string,
  lookups: readonly WantedPushId[],
): Promise<Map<string, PushIdDevice>> {
  const rows = await tx.query<PushIdDevice & { kind: DeviceKind; hash: string }>(
    `SELECT d.id, d.kind, d.pushid, d.deviceid, d.language, d.state, w.hash FROM unnest($2::text[], $3::text[]) AS w(kind, hash)
     JOIN device d ON d.app_id = $1 AND d.kind = w.kind AND d.push_hash = decode(w.hash, 'hex')`,
    [appId, lookups.map(({ kind }) => kind), lookups.map(({ hash }) => hash)],
  );
  return new Map(rows.map(({ kind, hash, ...device }) => [`${kind} ${hash}`, device]));
}

/** Returns those that are new, by kind and hash. */
async function insert(
  tx: Sql,
  appId: string,
  lookups: readonly WantedPushId[],
): Promise<Map<string, PushIdDevice>> {
  // In one order everywhere, so that two transactions that register the same ids do not wait for
  // each other in a circle.
  const rows = lookups
    .toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
    .map((one) => ({ ...one, id: newId() }));
  const inserted = await tx.query<{ id: string }>(
    `INSERT INTO device (id, app_id, kind, pushid, push_hash, subscription)
     SELECT id, $1, k, p, decode(h, 'hex'), s::jsonb FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[]) AS n(id, k, p, h, s)
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      appId,
      rows.map(({ id }) => id),
      rows.map(({ kind }) => kind),
      rows.map(({ pushid }) => pushid),
      rows.map(({ hash }) => hash),
      rows.map(({ subscription }) => (subscription ? JSON.stringify(subscription) : null)),
    ],
  );
  const insertedIds = new Set(inserted.map(({ id }) => id));
  return new Map(
    rows.flatMap(({ id, kind, hash, pushid }) =>
      insertedIds.has(id)
        ? [
            [
              `${kind} ${hash}`,
              { id, pushid, deviceid: "", language: null, state: "active" },
            ] as const,
          ]
        : [],
    ),
  );
}
