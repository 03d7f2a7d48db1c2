import { v7 } from "uuid";

/**
 * Returns a new time-ordered id (UUIDv7, RFC 9562) in lower case, for anything but a message, whose
 * id is a transid (`newTransid`). Ids that one process creates later sort later.
 */
export function newId(): string {
  return v7();
}

/**
 * Returns the smallest time-ordered id of a moment, in milliseconds UTC: no row created then or
 * later has a lower id.
 */
export function firstIdAt(ms: number): string {
  const time = Math.max(0, Math.floor(ms)).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** Returns the moment that a time-ordered id begins with, in milliseconds UTC. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/**
 * Returns each of some ids once. A statement that joins a partitioned table to a list names them
 * in a condition, too, so that the planner looks at their partitions alone.
 */
export function distinctIds(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

/** The id before all others. */
export const leastId = "00000000-0000-0000-0000-000000000000";

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Whether a text is a UUID: anything else must not reach a uuid column, which would answer with an
 * error.
 */
export function isId(text: string): boolean {
  return pattern.test(text);
}
