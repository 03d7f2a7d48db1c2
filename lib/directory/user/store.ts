import { isDeepStrictEqual } from "node:util";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import type { UserChange } from "@/lib/inputs/user";
import type { Problem } from "@/lib/interface/problem";
import {
  checkTypes,
  countAttributes,
  insertAttributes,
  keyedChange,
  lockNewAttributes,
  readAttributes,
  shareAttributes,
  type KeyedChange,
  type StoredValues,
} from "./attributes";

/** A change of one user; each user is in one change only. */
export interface NamedChange extends UserChange {
  userid: string;
}

/** What became of some changes, by their places. */
export interface StoredChanges {
  /** Those that were stored; `created`: the user is new. */
  stored: Map<number, { created: boolean }>;
  /** What is wrong with the others, with pointers into each. */
  problems: Map<number, Problem[]>;
}

interface ExistingUser {
  id: string;
  userid: string;
  attributes: StoredValues;
  language: string | null;
  timezone: string | null;
}
type KeyedUser = NamedChange & KeyedChange;

/**
 * Stores changes of some users of a service, in a number of statements that does not depend on how
 * many they are. The first value of a new attribute decides its type, also of two at once: one
 * of another type is a problem of its user, and keeps no other from being stored.
 *
 * @param replaces whether what a change leaves out is removed, as PUT does, or stays
 */
export async function storeUsers(
  tx: Sql,
  serviceId: string,
  changes: readonly NamedChange[],
  { replaces }: { replaces: boolean },
): Promise<StoredChanges> {
  await shareAttributes(tx, serviceId);
  let existing = await readAttributes(tx, serviceId);
  let checked = checkTypes(existing, changes);
  if (checked.additions.size > 0) {
    // Once more behind the lock: another transaction may have been first.
    await lockNewAttributes(tx, serviceId);
    existing = await readAttributes(tx, serviceId);
    checked = checkTypes(existing, changes);
  }
  const { fitting, problems, additions } = checked;
  const all =
    additions.size === 0
      ? existing
      : new Map([...existing, ...(await insertAttributes(tx, serviceId, additions))]);
  const users = changes
    .filter((_, at) => fitting.has(at))
    .map((change) => ({ ...change, ...keyedChange(all, change.attributes) }));
  const counts: AttributeCounts = new Map();
  const created = await insertUsers(tx, serviceId, users, counts);
  const others = users.filter(({ userid }) => !created.has(userid));
  await updateUsers(tx, { serviceId, users: others, replaces }, counts);
  // Behind the users, as everywhere: of two transactions neither waits for the other.
  await countAttributes(tx, counts);
  const stored = new Map(
    [...fitting].map((at) => [at, { created: created.has(changes[at]?.userid ?? "") }]),
  );
  return { stored, problems };
}

/** How many users more have an attribute, by its key. */
type AttributeCounts = Map<string, number>;

/**
 * Inserts those of some users who are new; returns their ids. A conflict would use up a number.
 */
async function insertUsers(
  tx: Sql,
  serviceId: string,
  users: readonly KeyedUser[],
  counts: AttributeCounts,
): Promise<Set<string>> {
  const rows = await tx.query<{ userid: string }>(
    `INSERT INTO service_user (id, service_id, userid, attributes, language, timezone)
     SELECT n.id, $1, n.userid, n.attributes::jsonb, n.language, n.timezone
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[]) AS n(id, userid, attributes, language, timezone)
     WHERE NOT EXISTS (SELECT 1 FROM service_user u WHERE u.service_id = $1 AND u.userid = n.userid) ORDER BY n.userid
     ON CONFLICT (service_id, userid) DO NOTHING RETURNING userid`,
    [
      serviceId,
      users.map(() => newId()),
      users.map(({ userid }) => userid),
      users.map(({ set }) => JSON.stringify(set)),
      users.map(({ language = null }) => language),
      users.map(({ timezone = null }) => timezone),
    ],
  );
  const created = new Set(rows.map(({ userid }) => userid));
  for (const { userid, set } of users)
    if (created.has(userid)) for (const key of Object.keys(set)) add(counts, key, 1);
  return created;
}

/** Changes users that exist; rows that stay the same are not written. */
async function updateUsers(
  tx: Sql,
  {
    serviceId,
    users,
    replaces,
  }: { serviceId: string; users: readonly KeyedUser[]; replaces: boolean },
  counts: AttributeCounts,
): Promise<void> {
  if (users.length === 0) return;
  const rows = await tx.query<ExistingUser>(
    "SELECT id, userid, attributes, language, timezone FROM service_user WHERE service_id = $1 AND userid = ANY($2::text[]) ORDER BY userid FOR UPDATE",
    [serviceId, users.map(({ userid }) => userid)],
  );
  const changes = new Map(users.map((user) => [user.userid, user]));
  const changedRows = rows.flatMap((row) => {
    const change = changes.get(row.userid);
    if (!change) return [];
    const next = changedUser(row, change, replaces);
    if (isDeepStrictEqual(next, row)) return [];
    for (const key of Object.keys(row.attributes))
      if (!Object.hasOwn(next.attributes, key)) add(counts, key, -1);
    for (const key of Object.keys(next.attributes))
      if (!Object.hasOwn(row.attributes, key)) add(counts, key, 1);
    return [next];
  });
  if (changedRows.length === 0) return;
  await tx.query(
    `UPDATE service_user u SET attributes = n.attributes::jsonb, language = n.language, timezone = n.timezone, updated_at = now()
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS n(id, attributes, language, timezone) WHERE u.id = n.id`,
    [
      changedRows.map(({ id }) => id),
      changedRows.map(({ attributes }) => JSON.stringify(attributes)),
      changedRows.map(({ language }) => language),
      changedRows.map(({ timezone }) => timezone),
    ],
  );
}

function changedUser(
  row: ExistingUser,
  { set, removed, language, timezone }: KeyedUser,
  replaces: boolean,
): ExistingUser {
  if (replaces)
    return { ...row, attributes: set, language: language ?? null, timezone: timezone ?? null };
  const left = Object.entries(row.attributes).filter(([key]) => !removed.includes(key));
  return {
    ...row,
    attributes: { ...Object.fromEntries(left), ...set },
    language: language === undefined ? row.language : language,
    timezone: timezone === undefined ? row.timezone : timezone,
  };
}

function add(counts: AttributeCounts, key: string, users: number): void {
  counts.set(key, (counts.get(key) ?? 0) + users);
}

/** How long a device may register again before its user's row is written once more. */
const seenInterval = "10 minutes";

/** Records that a device of a user registered; the user is created where there is none. */
export async function seeUser(tx: Sql, serviceId: string, userid: string): Promise<void> {
  await tx.query(
    `WITH seen AS (
       UPDATE service_user SET first_seen_at = coalesce(first_seen_at, now()), last_seen_at = now()
       WHERE service_id = $2 AND userid = $3 AND (last_seen_at IS NULL OR last_seen_at < now() - interval '${seenInterval}')
     )
     INSERT INTO service_user (id, service_id, userid, first_seen_at, last_seen_at)
     SELECT $1, $2, $3, now(), now() WHERE NOT EXISTS (SELECT 1 FROM service_user WHERE service_id = $2 AND userid = $3)
     ON CONFLICT (service_id, userid) DO NOTHING`,
    [newId(), serviceId, userid],
  );
}

/**
 * Deletes a user of a service with all attributes, and what frequency caps counted; returns whether
 * there was one.
 */
export async function forgetUser(tx: Sql, serviceId: string, userid: string): Promise<boolean> {
  await shareAttributes(tx, serviceId);
  await tx.query("DELETE FROM frequency_count WHERE service_id = $1 AND userid = $2", [
    serviceId,
    userid,
  ]);
  const rows = await tx.query<{ attributes: StoredValues }>(
    "DELETE FROM service_user WHERE service_id = $1 AND userid = $2 RETURNING attributes",
    [serviceId, userid],
  );
  const keys = rows.flatMap(({ attributes }) => Object.keys(attributes));
  await countAttributes(tx, new Map(keys.map((key) => [key, -1])));
  return rows.length > 0;
}
