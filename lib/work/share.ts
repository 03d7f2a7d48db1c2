/**
 * How much of what is free one user may have: three times as much, so that a single user leaves a
 * quarter, and many leave room for one more.
 */
const times = 3;

/**
 * How many more slots a user may have, one after the other: a share that no other needs is used,
 * and one that comes later finds free slots.
 */
export function moreOf(own: number, free: number): number {
  return Math.max(0, Math.ceil((times * free - own) / (times + 1)));
}

/** Slots of this process that services share, by {@link moreOf}. */
export class SharedSlots {
  readonly #taken = new Map<string, number>();
  #free: number;

  constructor(slots: number) {
    this.#free = slots;
  }

  mayTake(serviceId: string): boolean {
    return moreOf(this.#taken.get(serviceId) ?? 0, this.#free) > 0;
  }

  take(serviceId: string): void {
    this.#free -= 1;
    this.#taken.set(serviceId, (this.#taken.get(serviceId) ?? 0) + 1);
  }

  leave(serviceId: string): void {
    this.#free += 1;
    const left = (this.#taken.get(serviceId) ?? 1) - 1;
    if (left > 0) this.#taken.set(serviceId, left);
    else this.#taken.delete(serviceId);
  }
}
