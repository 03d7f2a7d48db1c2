import { randomInt } from "node:crypto";
import type { Sql } from "@/lib/database/sql";
import {
  mostAttributes,
  storedValue,
  typeOfValue,
  type AttributeType,
  type AttributeValue,
} from "@/lib/inputs/attribute";
import type { AttributeChanges } from "@/lib/inputs/user";
import { pointerOf } from "@/lib/interface/pointer";
import { problem, type Problem } from "@/lib/interface/problem";
import { once } from "@/lib/runtime/once";

/** An attribute of a service, as values are checked and stored by. */
export interface Attribute {
  key: number;
  type: AttributeType;
}
/** The attributes of a service by their names. */
export type Attributes = ReadonlyMap<string, Attribute>;

/** Values as `service_user.attributes` has them: by the key of their attribute. */
export type StoredValues = Readonly<Record<string, AttributeValue>>;

/** What a change of a user's attributes is, by their keys. */
export interface KeyedChange {
  set: Record<string, AttributeValue>;
  removed: string[];
}

/** The attributes of a service. */
export async function readAttributes(sql: Sql, serviceId: string): Promise<Attributes> {
  const rows = await sql.query<{ key: number; name: string; type: AttributeType }>(
    `SELECT key, name, type FROM user_attribute WHERE service_id = $1 LIMIT ${mostAttributes}`,
    [serviceId],
  );
  return new Map(rows.map(({ name, ...attribute }) => [name, attribute]));
}

const lockName = (serviceId: string) => `attributes ${serviceId}`;

/**
 * Keeps the attributes of a service from being removed until the transaction ends: values that are
 * stored meanwhile would stay. Call it before they are read.
 */
export async function shareAttributes(tx: Sql, serviceId: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))", [
    lockName(serviceId),
  ]);
}

/** Waits for those who store values, and keeps others from beginning to. */
export async function holdAttributes(tx: Sql, serviceId: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [lockName(serviceId)]);
}

/** Has the transaction be the only one that adds attributes to a service. */
export async function lockNewAttributes(tx: Sql, serviceId: string): Promise<void> {
  await tx.query("SELECT 1 FROM service WHERE id = $1 FOR NO KEY UPDATE", [serviceId]);
}

/** Adds attributes to a service, which {@link lockNewAttributes} locked. */
export async function insertAttributes(
  tx: Sql,
  serviceId: string,
  additions: ReadonlyMap<string, AttributeType>,
): Promise<Attributes> {
  const rows = await tx.query<{ key: number; name: string; type: AttributeType }>(
    "INSERT INTO user_attribute (service_id, name, type) SELECT $1, n.name, n.type FROM unnest($2::text[], $3::text[]) AS n(name, type) RETURNING key, name, type",
    [serviceId, [...additions.keys()], [...additions.values()]],
  );
  return new Map(rows.map(({ name, ...attribute }) => [name, attribute]));
}

/** Changes that fit, by their place, and what is wrong with each of the others. */
export interface CheckedChanges {
  fitting: Set<number>;
  problems: Map<number, Problem[]>;
  /** Attributes that do not exist yet, with the type that their first value decides. */
  additions: Map<string, AttributeType>;
}

/**
 * Checks the types of values, in the order of the changes: the first one with a value for a new
 * attribute decides its type for the others, unless it does not fit itself.
 */
export function checkTypes(
  existing: Attributes,
  changes: readonly { attributes?: AttributeChanges | undefined }[],
): CheckedChanges {
  const additions = new Map<string, AttributeType>();
  const problems = new Map<number, Problem[]>();
  const fitting = new Set<number>();
  for (const [at, { attributes = {} }] of changes.entries()) {
    const own = new Map<string, AttributeType>();
    const faults: Problem[] = [];
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) continue;
      const type = existing.get(name)?.type ?? additions.get(name);
      const pointer = pointerOf(["attributes", name]);
      if (type === undefined) {
        if (existing.size + additions.size + own.size < mostAttributes)
          own.set(name, typeOfValue(value));
        else faults.push(problem("user.attribute.count", pointer, { name, most: mostAttributes }));
      } else if (storedValue(type, value) === undefined)
        faults.push(
          problem("user.attribute.type", pointer, { name, type, other: typeOfValue(value) }),
        );
    }
    if (faults.length > 0) problems.set(at, faults);
    else {
      fitting.add(at);
      for (const [name, type] of own) additions.set(name, type);
    }
  }
  return { fitting, problems, additions };
}

/**
 * Fitting changes by the keys of their attributes. Removing what does not exist changes nothing.
 */
export function keyedChange(all: Attributes, changes: AttributeChanges = {}): KeyedChange {
  const keyed: KeyedChange = { set: {}, removed: [] };
  for (const [name, value] of Object.entries(changes)) {
    const attribute = all.get(name);
    if (!attribute) continue;
    const storable = value === null ? undefined : storedValue(attribute.type, value);
    if (storable === undefined) keyed.removed.push(String(attribute.key));
    else keyed.set[attribute.key] = storable;
  }
  return keyed;
}

/** Slots that processes spread the count of one attribute over. */
const slots = 16;

/**
 * Adds to the numbers of users who have attributes, by their keys; those that were removed are
 * passed over.
 */
export async function countAttributes(tx: Sql, added: ReadonlyMap<string, number>): Promise<void> {
  const counts = [...added].filter(([, users]) => users !== 0);
  if (counts.length === 0) return;
  const slot = once("attribute-count-slot", () => randomInt(slots));
  await tx.query(
    `INSERT INTO user_attribute_count AS c (key, slot, users)
     SELECT a.key, $3::smallint, n.users FROM unnest($1::int[], $2::int[]) AS n(key, users) JOIN user_attribute a ON a.key = n.key ORDER BY a.key
     ON CONFLICT (key, slot) DO UPDATE SET users = c.users + excluded.users`,
    [counts.map(([key]) => Number(key)), counts.map(([, users]) => users), slot],
  );
}
