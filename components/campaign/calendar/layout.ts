import { localAt, type Day } from "./days";

/** Something at a time. */
interface Occasion {
  /** ISO 8601. */
  at: string;
  timezone?: string | null;
  /** Zoned: its time is one of clocks, wherever they are; those of `timezone` show it at `at`. */
  times?: { zoned: boolean } | null;
}

/** Returns the zone by whose clocks something stands in a calendar of a zone. */
export function zoneOf({ times, timezone }: Omit<Occasion, "at">, zone: string): string {
  return times?.zoned === true ? (timezone ?? zone) : zone;
}

/** Something in a calendar, by what clocks in its zone show. */
export interface Place<E> {
  entry: E;
  /** `2027-01-31T09:00`. */
  local: string;
  day: Day;
  /** After midnight. */
  minute: number;
}

/** Something in a column of a day, next to what overlaps it. */
interface Block<E> extends Place<E> {
  /** Minute at which it is drawn: near midnight, earlier than it is. */
  top: number;
  /** Of `columns`, from 0. */
  column: number;
  columns: number;
}

const dayMinutes = 24 * 60;

/** Returns where something stands in a calendar of a zone. */
export function placedIn<E extends Occasion>(entry: E, zone: string): Place<E> {
  const local = localAt(Date.parse(entry.at), zoneOf(entry, zone));
  const [hours = 0, minutes = 0] = local.slice(11).split(":").map(Number);
  return { entry, local, day: local.slice(0, 10), minute: hours * 60 + minutes };
}

/** Returns entries by their day in a zone, each day in the order of time. */
export function byDay<E extends Occasion>(
  entries: readonly E[],
  zone: string,
): Map<Day, Place<E>[]> {
  const days = new Map<Day, Place<E>[]>();
  const inOrder = entries
    .map((entry) => placedIn(entry, zone))
    .toSorted((one, other) => (one.local < other.local ? -1 : one.local > other.local ? 1 : 0));
  for (const placed of inOrder) {
    const day = days.get(placed.day);
    if (day) day.push(placed);
    else days.set(placed.day, [placed]);
  }
  return days;
}

/**
 * Returns the blocks of a day: each as high as `height` minutes, side by side where they would
 * cover each other, in as few columns as that takes.
 */
export function blocksOf<E>(placed: readonly Place<E>[], height: number): Block<E>[] {
  const blocks: Block<E>[] = [];
  let group: Block<E>[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const block of group) block.columns = ends.length;
    blocks.push(...group);
    [group, ends] = [[], []];
  };
  const inOrder = placed
    .map((one) => ({ ...one, top: Math.min(one.minute, dayMinutes - height) }))
    .toSorted((one, other) => one.top - other.top);
  for (const one of inOrder) {
    if (ends.every((end) => end <= one.top)) close();
    const free = ends.findIndex((end) => end <= one.top);
    const column = free === -1 ? ends.length : free;
    ends[column] = one.top + height;
    group.push({ ...one, column, columns: 1 });
  }
  close();
  return blocks;
}
