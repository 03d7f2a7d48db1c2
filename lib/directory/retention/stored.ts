import { z } from "zod";
import { timeOfId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { jsonIn } from "@/lib/interface/value-shape";
import { now } from "@/lib/runtime/clock";

/** Days for which rows are stored; null: for ever. */
export interface Retention {
  keepMessages: number | null;
  keepDeliveries: number | null;
  keepAttempts: number | null;
}

/** Nothing younger than so many days is ever removed. */
export const leastDays = 1;

/** 13 months, and 30 days for attempts. */
const initial: Retention = { keepMessages: 396, keepDeliveries: 396, keepAttempts: 30 };

const days = z.int().min(leastDays).nullable();
const stored = z.object({
  revision: z.int(),
  keepMessages: days,
  keepDeliveries: days,
  keepAttempts: days,
});

/** What is set for the installation. `revision`: of the setting; 0 before the first change. */
export type StoredRetention = Retention & { revision: number };

const setting = "retention";

/**
 * Returns what is set for the installation, read from the database each time: a change counts at
 * once in all processes.
 */
export async function readRetention(sql: Pick<Sql, "query">): Promise<StoredRetention> {
  const [row] = await sql.query<{ value: string }>("SELECT value FROM setting WHERE name = $1", [
    setting,
  ]);
  return stored.safeParse(jsonIn(row?.value ?? "")).data ?? { revision: 0, ...initial };
}

/** As {@link readRetention}, and locks it until the transaction ends. */
export async function lockRetention(tx: Sql): Promise<StoredRetention> {
  await tx.query("INSERT INTO setting (name, value) VALUES ($1, '') ON CONFLICT DO NOTHING", [
    setting,
  ]);
  await tx.query("SELECT 1 FROM setting WHERE name = $1 FOR UPDATE", [setting]);
  return readRetention(tx);
}

/** Stores what is set, in the transaction that has it locked. */
export async function storeRetention(tx: Sql, retention: StoredRetention): Promise<void> {
  await tx.query("UPDATE setting SET value = $2 WHERE name = $1", [
    setting,
    JSON.stringify(retention),
  ]);
}

/** The shorter of two: null is for ever. */
function shorter(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/**
 * What counts for a service: the shorter of its own and of the installation's. Deliveries and
 * attempts never stay longer than their messages.
 */
export function effectiveRetention(installation: Retention, own: Retention): Retention {
  const keepMessages = shorter(installation.keepMessages, own.keepMessages);
  const keepDeliveries = shorter(
    shorter(installation.keepDeliveries, own.keepDeliveries),
    keepMessages,
  );
  const keepAttempts = shorter(
    shorter(installation.keepAttempts, own.keepAttempts),
    keepDeliveries,
  );
  return { keepMessages, keepDeliveries, keepAttempts };
}

/** A service with its own settings; null: those of the installation. */
export type ServiceRetention = Retention & { id: string };

/** Reads what services have set, inactive ones too. */
export function readServiceRetentions(sql: Pick<Sql, "query">): Promise<ServiceRetention[]> {
  return sql.query<ServiceRetention>(
    `SELECT id, keep_messages AS "keepMessages", keep_deliveries AS "keepDeliveries", keep_attempts AS "keepAttempts" FROM service ORDER BY id`,
  );
}

const dayMs = 86_400_000;

/** Returns the moment (milliseconds UTC) before which rows of so many days go; null: none go. */
export function endOfKeeping(keepDays: number | null): number | null {
  return keepDays === null ? null : now() - keepDays * dayMs;
}

/**
 * Which of some transids are of messages that a service no longer keeps, by the time that they
 * begin with and the settings in force. Says nothing about whether there was such a message.
 */
export async function expiredTransids(
  sql: Pick<Sql, "query">,
  serviceId: string,
  transids: readonly string[],
): Promise<ReadonlySet<string>> {
  const old = transids.filter((transid) => timeOfId(transid) < now() - leastDays * dayMs);
  if (old.length === 0) return new Set();
  const [own] = await sql.query<Retention>(
    `SELECT keep_messages AS "keepMessages", keep_deliveries AS "keepDeliveries", keep_attempts AS "keepAttempts" FROM service WHERE id = $1`,
    [serviceId],
  );
  if (!own) return new Set();
  const end = endOfKeeping(effectiveRetention(await readRetention(sql), own).keepMessages);
  return new Set(end === null ? [] : old.filter((transid) => timeOfId(transid) < end));
}
