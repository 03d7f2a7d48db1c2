import { shortPushId } from "@/lib/directory/device/subscriptions";
import type { LabDevice } from "@/lib/lab/devices";

interface AcceptedRequest {
  /** `performance.now()` when it was sent first. */
  sentAt: number;
  deliveries: { arrival: string; update: string }[];
}

/** What happened from one moment to another, by the clock of `performance.now()`. */
export interface WindowReport {
  /** Requests that were sent in it. */
  accepted: number;
  /** Their deliveries, and how many of these never came to a provider. */
  deliveries: number;
  lost: number;
  updatesLost: number;
  /** What came once more than once, in this window. */
  repeats: number;
  updateRepeats: number;
  /** The longest time in which nothing came through that was sent in the window (seconds). */
  pauseSeconds: number;
  /** When the last was done that was sent before it (seconds after it began). */
  restSeconds: number;
}

/** Records when requests were sent, and when their deliveries and updates arrived. */
export class Ledger {
  readonly #accepted = new Map<string, AcceptedRequest>();
  /** When each arrived, by `transid pushid`. */
  readonly #arrivals = new Map<string, number[]>();
  readonly #updates = new Map<string, number[]>();

  accept(transid: string, sentAt: number, devices: readonly LabDevice[]): void {
    const deliveries = devices.map(({ pushId, subscription }) => ({
      arrival: `${transid} ${pushId}`,
      update: `${transid} ${subscription ? shortPushId(subscription) : pushId}`,
    }));
    this.#accepted.set(transid, { sentAt, deliveries });
  }

  readonly arrive = (transid: string, pushId: string): void =>
    note(this.#arrivals, `${transid} ${pushId}`);

  readonly hear = (name: string): void => note(this.#updates, name);

  /** How many of those that were sent before a moment still lack a delivery or an update. */
  open(before: number): number {
    return [...this.#accepted.values()].filter(
      (one) => one.sentAt < before && doneAt(one, this.#updates) === Infinity,
    ).length;
  }

  /** By transid, for those who look at the state of messages. */
  get transids(): ReadonlyMap<string, readonly unknown[]> {
    return new Map(
      [...this.#accepted].map(([transid, { deliveries }]) => [transid, deliveries] as const),
    );
  }

  window(from: number, to: number): WindowReport {
    const all = [...this.#accepted.values()];
    const sent = all.filter(({ sentAt }) => sentAt >= from && sentAt < to);
    const deliveries = sent.flatMap((one) => one.deliveries);
    const within = (at: number) => at >= from && at < to;
    const again = (times: ReadonlyMap<string, number[]>) =>
      [...times.values()].reduce((sum, at) => sum + at.slice(1).filter(within).length, 0);
    const done = sent
      .map((one) => doneAt(one, this.#updates))
      .filter(within)
      .toSorted((one, other) => one - other);
    const pauses = [...done, to].map((at, n) => at - (done[n - 1] ?? from));
    const rest = all
      .filter(({ sentAt }) => sentAt < from)
      .map((one) => doneAt(one, this.#updates) - from)
      .filter(Number.isFinite);
    return {
      accepted: sent.length,
      deliveries: deliveries.length,
      lost: deliveries.filter(({ arrival }) => !this.#arrivals.has(arrival)).length,
      updatesLost: deliveries.filter(({ update }) => !this.#updates.has(update)).length,
      repeats: again(this.#arrivals),
      updateRepeats: again(this.#updates),
      pauseSeconds: Math.max(...pauses) / 1_000,
      restSeconds: Math.max(0, ...rest) / 1_000,
    };
  }
}

/** When the last update of a request came; infinity while one is missing. */
function doneAt({ deliveries }: AcceptedRequest, updates: ReadonlyMap<string, number[]>): number {
  return Math.max(...deliveries.map(({ update }) => updates.get(update)?.[0] ?? Infinity));
}

function note(times: Map<string, number[]>, name: string): void {
  const own = times.get(name);
  if (own) own.push(performance.now());
  else times.set(name, [performance.now()]);
}
