import { utf8Bytes } from "@/lib/interface/text";
import type { PlannedRecipient } from "./requests";

/** Recipients that are remembered as possibly the largest. */
const most = 8;

/**
 * Of these recipients those whose payload may be the largest: with any template, the size grows
 * with the bytes of each value, so that the largest one is among those that no other one outdoes in
 * every value. Exact as long as there are no more than eight of them; beyond that those stay that
 * have the most bytes in one value, a template may name it often, and then those that have the most
 * in all.
 *
 * @param before what this function answered for the recipients looked at earlier
 */
export function widest(
  before: readonly PlannedRecipient[],
  added: readonly PlannedRecipient[],
): PlannedRecipient[] {
  let front = before.map((recipient) => ({ recipient, bytes: bytesOf(recipient) }));
  for (const recipient of added) {
    const bytes = bytesOf(recipient);
    if (front.some((other) => outdoes(other.bytes, bytes))) continue;
    front = [...front.filter((other) => !outdoes(bytes, other.bytes)), { recipient, bytes }];
    if (front.length > most) front = leaders(front);
  }
  return front.map(({ recipient }) => recipient);
}

type Bytes = ReadonlyMap<string, number>;

/**
 * As many as are remembered: of each value the one with the most bytes of it, and of the others
 * those with the most in all.
 */
function leaders<T extends { bytes: Bytes }>(front: readonly T[]): T[] {
  const byTotal = front.toSorted((one, other) => total(other.bytes) - total(one.bytes));
  const names = new Set(front.flatMap(({ bytes }) => [...bytes.keys()]));
  const leading = new Set<T>();
  for (const name of names) {
    const [first] = byTotal.toSorted(
      (one, other) => (other.bytes.get(name) ?? 0) - (one.bytes.get(name) ?? 0),
    );
    if (first && name !== "") leading.add(first);
  }
  return [...leading, ...byTotal.filter((one) => !leading.has(one))].slice(0, most);
}

/** Bytes of the identifier and of each value, as JSON writes them. */
function bytesOf({ id, parameters }: PlannedRecipient): Bytes {
  const all: [string, string][] = [["", id], ...Object.entries(parameters)];
  return new Map(all.map(([name, value]) => [name, utf8Bytes(JSON.stringify(value))]));
}

function outdoes(one: Bytes, other: Bytes): boolean {
  return [...other].every(([name, bytes]) => (one.get(name) ?? 0) >= bytes);
}

function total(bytes: Bytes): number {
  return [...bytes.values()].reduce((sum, count) => sum + count, 0);
}
