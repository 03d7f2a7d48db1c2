import { timeOfId } from "@/lib/database/id";
import type { Outcome } from "@/lib/providers/provider";
import { Calls, type Call } from "./calls";
import { fenceFaults, type Moment } from "./fences";
import type { Counts, DeliveryRow, MessageRow, Observation } from "./observation";
import type { SimulatedProcess } from "./simulated-process";

interface Request {
  recipients: readonly string[];
  /** Its caller got the reply 1001. */
  isConfirmed: boolean;
}

const ranks = ["queued", "submitted", "delivered", "read"];
const statuses = ["Submitted", "Delivered", "Read"];
const messageRanks = ["accepted", "sending", "done"];

/**
 * What must come of the messages of a run in any order of events: each recipient gets one
 * delivery, whose state moves forward and agrees with what the provider did, and each step of it
 * one update; roll-ups add up to the deliveries at each moment; what a process has leased is
 * changed by no other one; what is removed was old and done with. Repeated is only what was not
 * recorded when a process died or leases ended, or what a provider or receiver asked for.
 *
 * It sees what is stored, what devices and receivers get, and what callers are answered, and
 * nothing of how the product does it.
 */
export class Model {
  readonly #fault: (text: string) => void;
  readonly #keepMs: number;
  readonly #sends = new Calls();
  readonly #posts = new Calls();
  readonly #requests = new Map<string, Request>();
  /** The request of a recipient. */
  readonly #requestOf = new Map<string, string>();
  /** What was stored at the last look, and all that was before. */
  readonly #transids = new Map<string, string>();
  readonly #messages = new Map<string, MessageRow>();
  readonly #states = new Map<string, string>();
  readonly #counts = new Map<string, Counts>();
  readonly #removed = new Set<string>();
  readonly #receipts = new Map<string, number>();
  #last: Observation | undefined;

  /** @param keepMs messages that are older may be removed */
  constructor(fault: (text: string) => void, keepMs: number) {
    this.#fault = fault;
    this.#keepMs = keepMs;
  }

  /** A request is under way, which may be accepted or not. */
  request(correlationid: string, recipients: readonly string[]): void {
    this.#requests.set(correlationid, { recipients, isConfirmed: false });
    for (const name of recipients) {
      this.#requestOf.set(name, correlationid);
      for (const calls of [this.#sends, this.#posts]) calls.expect(name);
    }
  }

  confirm(correlationid: string): void {
    const request = this.#requests.get(correlationid);
    if (request) request.isConfirmed = true;
  }

  /** Recipients whose device got the message, with its transid. */
  get reached(): { transid: string; name: string }[] {
    return [...this.#transids].flatMap(([transid, correlationid]) =>
      this.#recipientsOf(correlationid)
        .filter((name) => this.#sends.of(name).some(({ effect }) => effect === "accepted"))
        .map((name) => ({ transid, name })),
    );
  }

  /** The place of a recipient in its request, and how often it was called for already. */
  ordinalOf(of: "sends" | "posts", name: string): number {
    const [recipient = ""] = name.split(" ");
    const recipients = this.#recipientsOf(this.#requestOf.get(recipient) ?? "");
    const calls = of === "sends" ? this.#sends : this.#posts;
    return recipients.indexOf(recipient) + calls.of(name).length;
  }

  #recipientsOf(correlationid: string): readonly string[] {
    return this.#requests.get(correlationid)?.recipients ?? [];
  }

  /** @param effect what the provider does with it; absent where it is lost on the way */
  send(process: SimulatedProcess, name: string, effect: Call["effect"]): Call {
    const call = this.#sends.begin(process, name, effect);
    if (this.#sends.isBeyondBound(name))
      this.#fault(`${name} was sent to ${this.#sends.of(name).length} times`);
    return call;
  }

  answer(call: Call, { kind }: Outcome): void {
    call.answer = kind === "submitted" ? "accepted" : kind === "rejected" ? "rejected" : "again";
    if (call.answer === "again") this.#sends.allowRepeat(call.name);
  }

  /** @param name the recipient and the status of the update */
  post(process: SimulatedProcess, name: string): Call {
    const call = this.#posts.begin(process, name);
    if (this.#posts.isBeyondBound(name))
      this.#fault(`the update ${name} was sent ${this.#posts.of(name).length} times`);
    const [recipient = "", status = ""] = name.split(" ");
    const before = statuses[statuses.indexOf(status) - 1];
    if (before !== undefined && this.#posts.of(`${recipient} ${before}`).length === 0)
      this.#fault(`the update ${name} came before “${before}”`);
    return call;
  }

  answerPost(call: Call, isAccepted: boolean): void {
    call.answer = isAccepted ? "accepted" : "again";
    if (!isAccepted) this.#posts.allowRepeat(call.name);
  }

  /** A receipt was accepted. */
  receive(name: string, event: "delivered" | "read"): void {
    this.#receipts.set(name, Math.max(this.#receipts.get(name) ?? 0, ranks.indexOf(event)));
  }

  /**
   * A process died. What it was answered stands in its journal, so that it is repeated only where
   * no answer came; for updates there is no journal.
   */
  die(process: SimulatedProcess): void {
    this.#sends.die(process, ({ answer }) => answer === undefined);
    this.#posts.die(process, () => true);
  }

  /** The leases of a process end before it can renew them, or those of all do. */
  lapse(): void {
    this.#sends.lapse();
    this.#posts.lapse();
  }

  /** A connection breaks: a process that stops meanwhile may leave results of updates unstored. */
  breakConnection(): void {
    this.#posts.lapse();
  }

  /** Compares what is stored now with what was stored before. */
  compare(now: Observation, moment: Moment): void {
    for (const fault of this.#last ? fenceFaults(this.#last, now, moment) : []) this.#fault(fault);
    this.#compareMessages(now.messages, moment);
    this.#compareDeliveries(now.deliveries, moment);
    for (const { body, state } of now.updates)
      if (state === "sent") this.#posts.settle(updateName(body));
    this.#compareCounts(now);
    this.#last = now;
  }

  #compareMessages(messages: readonly MessageRow[], { utc }: Moment): void {
    const seen = new Set(messages.map(({ id }) => id));
    for (const message of messages) {
      const { id, correlationid, state, expanded } = message;
      const before = this.#messages.get(id);
      if (!before && [...this.#transids.values()].includes(correlationid))
        this.#fault(`${correlationid} was accepted twice`);
      if (before && messageRanks.indexOf(state) < messageRanks.indexOf(before.state))
        this.#fault(`${correlationid} moved from ${before.state} to ${state}`);
      if (before && expanded < before.expanded)
        this.#fault(`the cursor of ${correlationid} moved back to ${expanded}`);
      this.#transids.set(id, correlationid);
      this.#messages.set(id, message);
    }
    for (const { id, correlationid } of this.#messages.values())
      if (!seen.has(id) && !this.#removed.has(id)) {
        this.#removed.add(id);
        if (!this.#mayGo(id, utc)) this.#fault(`${correlationid} is gone`);
      }
  }

  /** Whether a message and all that belongs to it may be removed. */
  #mayGo(transid: string, utc: number): boolean {
    const isDone = this.#messages.get(transid)?.state === "done";
    return isDone && timeOfId(transid) <= utc - this.#keepMs;
  }

  #compareDeliveries(deliveries: readonly DeliveryRow[], { utc }: Moment): void {
    const seen = new Set<string>();
    for (const { messageId, name, state } of deliveries) {
      const correlationid = this.#transids.get(messageId) ?? "";
      if (!this.#recipientsOf(correlationid).includes(name))
        this.#fault(`${name} is no recipient of ${correlationid}`);
      if (seen.has(name)) this.#fault(`${name} has two deliveries`);
      if (this.#removed.has(name)) this.#fault(`the delivery of ${name} came back`);
      seen.add(name);
      const before = this.#states.get(name) ?? "queued";
      if (before !== state && !movesForward(before, state))
        this.#fault(`the delivery of ${name} moved from ${before} to ${state}`);
      this.#states.set(name, state);
      if (state !== "queued") this.#sends.settle(name);
    }
    for (const [name, state] of this.#states)
      if (!seen.has(name) && !this.#removed.has(name)) {
        this.#removed.add(name);
        if (state === "queued" || !this.#mayGo(this.#transidOf(name), utc))
          this.#fault(`the delivery of ${name} is gone, which was ${state}`);
      }
  }

  #transidOf(name: string): string {
    const correlationid = this.#requestOf.get(name);
    const pair = [...this.#transids].find(([, other]) => other === correlationid);
    return pair?.[0] ?? "";
  }

  /** Roll-ups add up to the deliveries, and those of all messages to those of each. */
  #compareCounts({ counts, totals }: Observation): void {
    for (const { messageId, states } of counts) this.#counts.set(messageId, states);
    for (const [transid, correlationid] of this.#transids) {
      const recipients = this.#recipientsOf(correlationid);
      // Of what is gone the last step may not have been seen.
      if (this.#removed.has(transid) || recipients.some((name) => this.#removed.has(name)))
        continue;
      const expected = sumOf(recipients.map((name) => ({ [this.#states.get(name) ?? "none"]: 1 })));
      const difference = differenceOf(this.#counts.get(transid) ?? {}, expected);
      if (difference) this.#fault(`the roll-ups of ${correlationid} count ${difference}`);
    }
    const sums = sumOf([...this.#counts.values()]);
    sums["messages"] = this.#transids.size;
    const total = Object.fromEntries(totals.map(({ state, n }) => [state, n] as const));
    const difference = differenceOf(total, sums);
    if (difference) this.#fault(`the roll-ups of all messages count ${difference}`);
  }

  /** Checks the end of a run, at which nothing is under way. */
  finish(): void {
    const stored = new Set(this.#transids.values());
    for (const [correlationid, { isConfirmed, recipients }] of this.#requests) {
      if (isConfirmed && !stored.has(correlationid)) this.#fault(`${correlationid} is lost`);
      if (stored.has(correlationid)) for (const name of recipients) this.#finishOne(name);
    }
    for (const { id, correlationid, state } of this.#messages.values())
      if (state !== "done" && !this.#removed.has(id)) this.#fault(`${correlationid} is ${state}`);
  }

  #finishOne(name: string): void {
    const state = this.#states.get(name);
    const sends = this.#sends.of(name);
    const effects = new Set(sends.map(({ effect }) => effect));
    const isTriedAgain = sends.some(({ answer }) => answer === "again");
    const reached = ranks.indexOf(state ?? "");
    const isGone = this.#removed.has(name);
    if (state === undefined || state === "queued")
      return this.#fault(`${name} has no outcome: ${state ?? "no delivery"}`);
    if (reached > 0 && !effects.has("accepted")) this.#fault(`${name} is ${state}, never sent`);
    if (state === "failed" && effects.has("accepted") && !effects.has("rejected") && !isTriedAgain)
      this.#fault(`${name} is failed, and its provider accepted it`);
    if (!isGone && reached > 0 && reached < (this.#receipts.get(name) ?? 0))
      this.#fault(`${name} is ${state}: a receipt is lost`);
    const expected = reached > 0 ? statuses.slice(0, reached) : ["Failed"];
    for (const status of expected)
      if (!this.#posts.of(`${name} ${status}`).some(({ answer }) => answer === "accepted"))
        this.#fault(`the update ${name} ${status} was never sent`);
    for (const status of isGone ? [] : [...statuses, "Failed"])
      if (!expected.includes(status) && this.#posts.of(`${name} ${status}`).length > 0)
        this.#fault(`the update ${name} ${status} was sent of a delivery that is ${state}`);
  }
}

function movesForward(from: string, to: string): boolean {
  const isEnd = to === "failed" || to === "expired";
  if (isEnd || !ranks.includes(from)) return isEnd && from === "queued";
  return ranks.indexOf(to) > ranks.indexOf(from);
}

function sumOf(all: readonly Counts[]): Counts {
  const sum: Counts = {};
  for (const counts of all)
    for (const [state, n] of Object.entries(counts)) sum[state] = (sum[state] ?? 0) + n;
  return sum;
}

/** What differs, in words; "" where nothing does. Recipients without a delivery do not count. */
function differenceOf(counts: Counts, expected: Counts): string {
  return [...new Set([...Object.keys(counts), ...Object.keys(expected)])]
    .filter((state) => state !== "none" && (counts[state] ?? 0) !== (expected[state] ?? 0))
    .map((state) => `${counts[state] ?? 0} ${state} in place of ${expected[state] ?? 0}`)
    .join(", ");
}

/** The recipient and the status that an update names. */
export function updateName(body: string): string {
  const { deliveryInfoNotification: update } = JSON.parse(body) as {
    deliveryInfoNotification: { deliveryInfo: { destination: string; deliveryStatus: string } };
  };
  const { destination, deliveryStatus } = update.deliveryInfo;
  return `${destination} ${deliveryStatus}`;
}
