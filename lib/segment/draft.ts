import type { AttributeType } from "@/lib/inputs/attribute";

/** What a rule is compiled for. */
export interface RuleContext {
  serviceId: string;
  /** The attributes of the service by their names, with what `service_user` calls them. */
  attributes: ReadonlyMap<string, { key: number; type: AttributeType }>;
  now: Date;
  /**
   * User ids; of others nothing is read. What became of messages is then read from their
   * deliveries, tests included: for a few hundred users that takes milliseconds.
   */
  among?: readonly string[];
}

/** A statement while its leaves are compiled. */
export interface LeafDraft {
  context: RuleContext;
  values: unknown[];
  joins: string[];
  /** Conditions on a device, each a column of the join of devices. */
  deviceColumns: string[];
  /** Whether that join needs all devices, and not only those that fulfil a condition. */
  countsDevices: boolean;
  /** The parameter with the user ids of the context. */
  among: string | undefined;
  /** Adds a parameter; returns its place with its type. */
  add: (value: unknown, type: string) => string;
}

/** A draft without leaves. */
export function draftOf(context: RuleContext): LeafDraft {
  const values: unknown[] = [context.serviceId];
  const add = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  return {
    context,
    values,
    joins: [],
    deviceColumns: [],
    countsDevices: false,
    among: context.among && add([...context.among], "text[]"),
    add,
  };
}

/**
 * The devices in use of the service's users, from `app a` on. Where nothing but their number is
 * asked, those out of use are looked for instead: they are few, and have an index.
 */
export function devicesInUse(users: string, test?: string): string {
  const owners = `app a JOIN device_user du ON du.app_id = a.id${users}`;
  return test === undefined
    ? `${owners} LEFT JOIN (SELECT id FROM device WHERE state <> 'active') r ON r.id = du.device_id
    WHERE a.service_id = $1 AND r.id IS NULL`
    : `${owners} JOIN device d ON d.id = du.device_id AND d.state = 'active'${test}
    WHERE a.service_id = $1`;
}

/** The join `v` of devices in use, if a leaf asks for them: `c1` and so on for each condition. */
export function deviceJoin({ deviceColumns, countsDevices, among }: LeafDraft): readonly string[] {
  if (deviceColumns.length === 0 && !countsDevices) return [];
  const columns = deviceColumns.map((test, at) => `, bool_or(${test}) AS c${at + 1}`).join("");
  const users = among === undefined ? "" : ` AND du.userid = ANY(${among})`;
  const some = countsDevices ? "" : ` AND (${deviceColumns.join(" OR ")})`;
  const isCounted = deviceColumns.length === 0 && among === undefined;
  const devices = devicesInUse(users, isCounted ? undefined : some);
  return [
    `LEFT JOIN (SELECT du.userid, count(*) AS n${columns}
    FROM ${devices} GROUP BY du.userid) v ON v.userid = u.userid`,
  ];
}
