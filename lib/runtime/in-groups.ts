import { asWork, type WorkClass } from "./work-class";

/** What a group of calls is limited by. */
export interface GroupLimits<T> {
  /**
   * The class of those who wait for the answers: calls of several are together, independent of the
   * call that begins a group.
   */
  workClass: WorkClass;
  /** Items in one group at most. */
  items: number;
  /** Groups under way at once. */
  parallel: number;
  /**
   * How long the first item of a group waits for others, in milliseconds; without it only those of
   * the same turn of the event loop come along.
   */
  gatherMs?: () => number;
  /**
   * A group waits no longer once nothing has come for so long, in milliseconds: what is still
   * expected may hang.
   */
  quietMs?: () => number;
  /**
   * Returns how many items wait, are under way or will come for certain: once none will come, the
   * waiting ones go without delay.
   */
  expected?: () => number;
  /**
   * Weight of one item, and the most a group may weigh, e.g. rows or bytes. An item heavier than
   * that goes alone.
   */
  weight?: { of: (item: T) => number; most: number };
}

/** An item, and the call that waits for its answer. */
interface PendingCall<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Turns single calls into groups: what arrives while groups are under way is handed on together as
 * soon as one of them ends. Without `gatherMs` an idle system adds no delay; a busy one pays for
 * one transaction where it would have paid for hundreds.
 *
 * @param run gets the items of a group, in order of arrival, and answers each at its index. When it
 *   throws, every call of the group does.
 */
export function inGroups<T, R>(
  limits: GroupLimits<T>,
  run: (items: T[]) => Promise<R[]>,
): (item: T) => Promise<R> {
  let waiting: PendingCall<T, R>[] = [];
  let running = 0;
  /** Items of the groups under way. */
  let underWay = 0;
  let scheduled = false;
  let timer: NodeJS.Timeout | undefined;
  /** When the first and the last of those that wait came. */
  let since = 0;
  let latest = 0;

  const start = async () => {
    const count = groupSize(waiting, limits);
    const group = waiting.slice(0, count);
    waiting = waiting.slice(count);
    running += 1;
    underWay += group.length;
    try {
      const results = await asWork(limits.workClass, () => run(group.map(({ item }) => item)));
      for (const [index, { resolve, reject }] of group.entries())
        if (index in results) resolve(results[index] as R);
        else reject(new Error("A group left an item without an answer."));
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      running -= 1;
      underWay -= group.length;
      schedule();
    }
  };
  const begin = () => {
    scheduled = false;
    timer = undefined;
    while (running < limits.parallel && waiting.length > 0) void start();
  };
  const schedule = () => {
    if (scheduled || waiting.length === 0) return;
    scheduled = true;
    const ms = leftMs();
    // After the events of this turn of the loop, so that requests read together are grouped
    // together.
    if (ms <= 0) setImmediate(begin);
    // What came while the loop was busy is read only after its timers.
    else timer = setTimeout(() => setImmediate(beginOrWait), ms);
  };
  const beginOrWait = () => {
    // Cut short meanwhile.
    if (timer === undefined) return;
    timer = undefined;
    scheduled = false;
    schedule();
  };
  /** How long a group that is not full waits for others, in milliseconds. */
  const leftMs = () => {
    if (isComplete()) return 0;
    const at = performance.now();
    const gatherMs = (limits.gatherMs?.() ?? 0) - (at - since);
    return Math.min(gatherMs, (limits.quietMs?.() ?? Infinity) - (at - latest));
  };
  const isComplete = () =>
    waiting.length >= limits.items ||
    (limits.expected !== undefined && waiting.length + underWay >= limits.expected());
  const cutShort = () => {
    if (timer === undefined || !isComplete()) return;
    clearTimeout(timer);
    timer = undefined;
    setImmediate(begin);
  };
  return (item) =>
    new Promise<R>((resolve, reject) => {
      latest = performance.now();
      if (waiting.length === 0) since = latest;
      waiting.push({ item, resolve, reject });
      if (running < limits.parallel) schedule();
      cutShort();
    });
}

/** How many of the first items go into one group. */
function groupSize<T, R>(waiting: readonly PendingCall<T, R>[], limits: GroupLimits<T>): number {
  let count = 0;
  let weight = 0;
  for (const { item } of waiting) {
    weight += limits.weight?.of(item) ?? 0;
    if (count === limits.items || (count > 0 && limits.weight && weight > limits.weight.most))
      break;
    count += 1;
  }
  return count;
}
