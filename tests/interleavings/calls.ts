import type { SimulatedProcess } from "./simulated-process";

/** A call of a provider, or a post of an update, by a process. */
export interface Call {
  process: SimulatedProcess;
  /** The recipient, or the recipient and the status of the update. */
  name: string;
  /** What the process was answered; absent until then. */
  answer?: "accepted" | "rejected" | "again";
  /** What the provider did with it, whether or not the process learned so. */
  effect?: "accepted" | "rejected";
}

/**
 * Which calls there were, and how many of one name there may be: one, and one more for each call
 * that asked for it or that a death left without a record, and each time that leases ended while
 * the result was not recorded.
 */
export class Calls {
  readonly #all = new Map<string, Call[]>();
  readonly #repeats = new Map<string, number>();
  /** The results that are recorded, with {@link #lapses} at that moment. */
  readonly #settled = new Map<string, number>();
  /** {@link #lapses} when a recipient was first named. */
  readonly #from = new Map<string, number>();
  /** How often leases ended. */
  #lapses = 0;

  /** There may be calls for a recipient from now on. */
  expect(recipient: string): void {
    this.#from.set(recipient, this.#lapses);
  }

  begin(process: SimulatedProcess, name: string, effect?: Call["effect"]): Call {
    const call: Call = { process, name, ...(effect && { effect }) };
    this.#all.set(name, [...this.of(name), call]);
    return call;
  }

  of(name: string): readonly Call[] {
    return this.#all.get(name) ?? [];
  }

  isBeyondBound(name: string): boolean {
    const [recipient = ""] = name.split(" ");
    const until = this.#settled.get(name) ?? this.#lapses;
    const lapses = until - (this.#from.get(recipient) ?? 0);
    return this.of(name).length > 1 + lapses + (this.#repeats.get(name) ?? 0);
  }

  allowRepeat(name: string): void {
    this.#repeats.set(name, (this.#repeats.get(name) ?? 0) + 1);
  }

  /** The result of a name is recorded. */
  settle(name: string): void {
    if (!this.#settled.has(name)) this.#settled.set(name, this.#lapses);
  }

  /** What a process had begun when it died may be done again, once for each call. */
  die(process: SimulatedProcess, isRepeated: (call: Call) => boolean): void {
    for (const call of [...this.#all.values()].flat())
      if (call.process === process && !this.#settled.has(call.name) && isRepeated(call))
        this.allowRepeat(call.name);
  }

  /** Leases end. */
  lapse(): void {
    this.#lapses += 1;
  }
}
