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
  const groups = new Groups(limits, run);
  return (item) => groups.call(item);
}

class Groups<T, R> {
  readonly #limits: GroupLimits<T>;
  readonly #run: (items: T[]) => Promise<R[]>;
  #waiting: PendingCall<T, R>[] = [];
  #running = 0;
  /** Items of the groups under way. */
  #underWay = 0;
  #scheduled = false;
  #timer: NodeJS.Timeout | undefined;
  /** When the first and the last of those that wait came. */
  #since = 0;
  #latest = 0;

  constructor(limits: GroupLimits<T>, run: (items: T[]) => Promise<R[]>) {
    this.#limits = limits;
    this.#run = run;
  }

  call(item: T): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.#latest = performance.now();
      if (this.#waiting.length === 0) this.#since = this.#latest;
      this.#waiting.push({ item, resolve, reject });
      if (this.#running < this.#limits.parallel) this.#schedule();
      this.#cutShort();
    });
  }

  async #start(): Promise<void> {
    const count = groupSize(this.#waiting, this.#limits);
    const group = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    this.#running += 1;
    this.#underWay += group.length;
    try {
      const items = group.map(({ item }) => item);
      const results = await asWork(this.#limits.workClass, () => this.#run(items));
      for (const [index, { resolve, reject }] of group.entries())
        if (index in results) resolve(results[index] as R);
        else reject(new Error("A group left an item without an answer."));
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      this.#running -= 1;
      this.#underWay -= group.length;
      this.#schedule();
    }
  }

  readonly #begin = () => {
    this.#scheduled = false;
    this.#timer = undefined;
    while (this.#running < this.#limits.parallel && this.#waiting.length > 0) void this.#start();
  };

  #schedule(): void {
    if (this.#scheduled || this.#waiting.length === 0) return;
    this.#scheduled = true;
    const ms = this.#leftMs();
    // After the events of this turn of the loop, so that requests read together are grouped
    // together.
    if (ms <= 0) setImmediate(this.#begin);
    // What came while the loop was busy is read only after its timers.
    else this.#timer = setTimeout(() => setImmediate(this.#beginOrWait), ms);
  }

  readonly #beginOrWait = () => {
    // Cut short meanwhile.
    if (this.#timer === undefined) return;
    this.#timer = undefined;
    this.#scheduled = false;
    this.#schedule();
  };

  /** How long a group that is not full waits for others, in milliseconds. */
  #leftMs(): number {
    if (this.#isComplete()) return 0;
    const at = performance.now();
    const gatherMs = (this.#limits.gatherMs?.() ?? 0) - (at - this.#since);
    return Math.min(gatherMs, (this.#limits.quietMs?.() ?? Infinity) - (at - this.#latest));
  }

  #isComplete(): boolean {
    const { items, expected } = this.#limits;
    const count = this.#waiting.length;
    return count >= items || (expected !== undefined && count + this.#underWay >= expected());
  }

  #cutShort(): void {
    if (this.#timer === undefined || !this.#isComplete()) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    setImmediate(this.#begin);
  }
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
