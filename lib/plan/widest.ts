import { utf8Bytes } from "@/lib/interface/bytes";
import type { PlannedRecipient } from "./requests";

/** Recipients that are remembered as possibly the largest. */
const most = 8;

/**
 * Of these recipients those whose payload may be the largest: with any template, the size grows with the bytes of each value, so that the largest one is
 * among those that no other one outdoes in every value. Exact as long as there are no more than eight of them; beyond that those with the most bytes in
 * all stay.
 *
 * @param before what this function answered for the recipients looked at earlier
 */
export function widest(before: readonly PlannedRecipient[], added: readonly PlannedRecipient[]): PlannedRecipient[] {
  let front = before.map((recipient) => ({ recipient, bytes: bytesOf(recipient) }));
  for (const recipient of added) {
    const bytes = bytesOf(recipient);
    if (front.some((other) => outdoes(other.bytes, bytes))) continue;
    front = [...front.filter((other) => !outdoes(bytes, other.bytes)), { recipient, bytes }];
    if (front.length > most) front = front.toSorted((one, other) => total(other.bytes) - total(one.bytes)).slice(0, most);
  }
  return front.map(({ recipient }) => recipient);
}

type Bytes = ReadonlyMap<string, number>;

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
