import type { SharedSlots } from "@/lib/work/share";
import type { ClaimedUpdate } from "./claim";

/** Updates of one origin that wait for their call, in order. */
export class Line {
  #updates: ClaimedUpdate[] = [];
  #unstored = 0;
  readonly #slots: SharedSlots;

  /** @param slots of this process, for updates that are not stored */
  constructor(slots: SharedSlots) {
    this.#slots = slots;
  }

  get length(): number {
    return this.#updates.length;
  }

  /** How many are not stored. */
  get unstored(): number {
    return this.#unstored;
  }

  push(update: ClaimedUpdate): void {
    this.#updates.push(update);
    if (!update.slice) return;
    this.#unstored += 1;
    this.#slots.take(update.serviceId);
  }

  shift(): ClaimedUpdate | undefined {
    const first = this.#updates.shift();
    if (first) this.#leave(first);
    return first;
  }

  /** Removes those for which `goes` holds; returns them. */
  remove(goes: (update: ClaimedUpdate) => boolean): ClaimedUpdate[] {
    const removed: ClaimedUpdate[] = [];
    const rest: ClaimedUpdate[] = [];
    for (const update of this.#updates) (goes(update) ? removed : rest).push(update);
    this.#updates = rest;
    for (const update of removed) this.#leave(update);
    return removed;
  }

  #leave({ slice, serviceId }: ClaimedUpdate): void {
    if (!slice) return;
    this.#unstored -= 1;
    this.#slots.leave(serviceId);
  }
}
