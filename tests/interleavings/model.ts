import type { Outcome } from "@/lib/providers/provider";
import type { CommitCallback, Statement } from "./simulated-database";
import type { SimulatedProcess } from "./simulated-process";

/** A call of a provider, or a post of an update, by a process. */
interface Call {
  process: SimulatedProcess;
  /** The recipient, or the recipient and the status of the update. */
  name: string;
  /** What the process was answered; absent until then. */
  answer?: "accepted" | "rejected" | "again";
  /** What the provider did with it, whether or not the process learned so. */
  effect?: "accepted" | "rejected";
}

/** A delivery as it is stored. */
export interface DeliveryRow {
  messageId: string;
  name: string;
  state: string;
}

interface Message {
  recipients: readonly string[];
  /** Its caller got the reply 1001. */
  isConfirmed: boolean;
}

const ranks = ["queued", "submitted", "delivered", "read"];
const statuses = ["Submitted", "Delivered", "Read"];

/** How often something may have been done, and by which calls it was. */
class Calls {
  readonly #all: Call[] = [];
  readonly #repeats = new Map<string, number>();
  /** What processes have claimed and may still do. */
  readonly #inHand = new Map<SimulatedProcess, Set<string>>();
  /** What is recorded as done: nothing of it is in hand any more. */
  readonly settled = new Set<string>();

  begin(process: SimulatedProcess, name: string): Call {
    const call = { process, name };
    this.#all.push(call);
    return call;
  }

  of(name: string): Call[] {
    return this.#all.filter((call) => call.name === name);
  }

  /** Whether it was done more often than crashes, leases that ended and answers called for. */
  isBeyondBound(name: string): boolean {
    return this.of(name).length > 1 + (this.#repeats.get(name) ?? 0);
  }

  allowRepeat(name: string): void {
    this.#repeats.set(name, (this.#repeats.get(name) ?? 0) + 1);
  }

  /** @param isLate leases of the process ended meanwhile: another one may get it, too */
  claim(process: SimulatedProcess, names: Iterable<string>, isLate: boolean): void {
    const inHand = this.#inHand.get(process) ?? new Set();
    this.#inHand.set(process, inHand);
    for (const name of names) {
      inHand.add(name);
      if (isLate && !this.settled.has(name)) this.allowRepeat(name);
    }
  }

  /** What a process had begun when it died may be done again, once for each call. */
  die(process: SimulatedProcess, isRepeated: (call: Call) => boolean): void {
    for (const call of this.#all)
      if (call.process === process && !this.settled.has(call.name) && isRepeated(call))
        this.allowRepeat(call.name);
  }

  /** The leases of a process end: another one may do what it has in hand, and it, too. */
  lapse(process: SimulatedProcess): void {
    for (const name of this.#inHand.get(process) ?? [])
      if (!this.settled.has(name)) this.allowRepeat(name);
  }

  get processes(): SimulatedProcess[] {
    return [...new Set(this.#all.map(({ process }) => process))];
  }
}

/**
 * What must come of the messages of a run, whatever the order of events: each recipient gets one
 * delivery, whose state moves forward and agrees with what the provider did, and each step of it one
 * update; repeats only what was in flight when a process died or lost its lease, or what the
 * provider asked for.
 */
export class Model {
  readonly #fault: (text: string) => void;
  readonly #sends = new Calls();
  readonly #posts = new Calls();
  readonly #messages = new Map<string, Message>();
  readonly #byTransid = new Map<string, string>();
  readonly #states = new Map<string, string>();
  readonly #receipts = new Map<string, number>();

  constructor(fault: (text: string) => void) {
    this.#fault = fault;
  }

  /** A request is under way, which may be accepted or not. */
  request(correlationid: string, recipients: readonly string[]): void {
    this.#messages.set(correlationid, { recipients, isConfirmed: false });
  }

  confirm(correlationid: string): void {
    const message = this.#messages.get(correlationid);
    if (message) message.isConfirmed = true;
  }

  /** Recipients whose device got the message, with its transid. */
  get reached(): { transid: string; name: string }[] {
    return [...this.#byTransid].flatMap(([transid, correlationid]) =>
      this.#recipientsOf(correlationid)
        .filter((name) => this.#sends.of(name).some(({ effect }) => effect === "accepted"))
        .map((name) => ({ transid, name })),
    );
  }

  #recipientsOf(correlationid: string): readonly string[] {
    return this.#messages.get(correlationid)?.recipients ?? [];
  }

  /** @param effect what the provider does with it; absent where it is lost on the way */
  send(process: SimulatedProcess, name: string, effect: Call["effect"]): Call {
    const call = this.#sends.begin(process, name);
    if (effect) call.effect = effect;
    if (this.#sends.isBeyondBound(name))
      this.#fault(`${name} was sent to ${this.#sends.of(name).length} times`);
    return call;
  }

  answer(call: Call, { kind }: Outcome): void {
    call.answer = kind === "submitted" ? "accepted" : kind === "rejected" ? "rejected" : "again";
    if (call.answer === "again") this.#sends.allowRepeat(call.name);
  }

  post(process: SimulatedProcess, body: string): Call {
    const name = updateName(body);
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

  /** The leases of a process end before it can renew them. */
  lapse(process: SimulatedProcess): void {
    process.lapses += 1;
    this.#sends.lapse(process);
    this.#posts.lapse(process);
  }

  /** All leases end at once: those of dead processes before their journals could be read, too. */
  lapseAll(): void {
    for (const process of new Set([...this.#sends.processes, ...this.#posts.processes]))
      if (process.hasEnded) this.#sends.die(process, ({ answer }) => answer !== undefined);
  }

  readonly committed: CommitCallback = (process, statements, isLate) => {
    for (const { text, values, rows } of statements) {
      if (text.startsWith("INSERT INTO message")) this.#register(values);
      else if (text.startsWith("SELECT id, service_id") && text.includes("NO KEY UPDATE"))
        this.#sends.claim(
          process,
          rows.flatMap((row) =>
            this.#recipientsOf(this.#byTransid.get((row as { id: string }).id) ?? ""),
          ),
          isLate,
        );
      else if (text.startsWith("UPDATE delivery d SET lease_token"))
        this.#sends.claim(
          process,
          rows.map((row) => (row as { pushid: string }).pushid),
          isLate,
        );
      else this.#claimUpdates(process, { text, values, rows }, isLate);
    }
  };

  #register(values: readonly unknown[]): void {
    const [ids, , , , requests] = values as [string[], unknown, unknown, unknown, string[]];
    for (const [n, id] of ids.entries()) {
      const request = Buffer.from(requests[n] ?? "", "base64").toString();
      this.#byTransid.set(id, (JSON.parse(request) as { correlationid: string }).correlationid);
    }
  }

  #claimUpdates(
    process: SimulatedProcess,
    { text, values, rows }: Statement,
    isLate: boolean,
  ): void {
    if (text.includes('UPDATE "update" u SET lease_token = $1'))
      this.#posts.claim(
        process,
        rows.map((row) => updateName(Buffer.from((row as { body: Uint8Array }).body).toString())),
        isLate,
      );
    else if (text.startsWith("INSERT INTO update_slice"))
      this.#posts.claim(
        process,
        (JSON.parse(String(values[2])) as { body: string }[]).map(({ body }) => updateName(body)),
        isLate,
      );
  }

  /** Compares what is stored now with what was stored before. */
  compare(deliveries: readonly DeliveryRow[], sentBodies: readonly string[]): void {
    const seen = new Set<string>();
    for (const { messageId, name, state } of deliveries) {
      const correlationid = this.#byTransid.get(messageId) ?? "";
      if (!this.#recipientsOf(correlationid).includes(name))
        this.#fault(`${name} is no recipient of ${correlationid}`);
      if (seen.has(name)) this.#fault(`${name} has two deliveries`);
      seen.add(name);
      const before = this.#states.get(name) ?? "queued";
      if (before !== state && !movesForward(before, state))
        this.#fault(`the delivery of ${name} moved from ${before} to ${state}`);
      this.#states.set(name, state);
      if (state !== "queued") this.#sends.settled.add(name);
    }
    for (const name of this.#states.keys())
      if (!seen.has(name)) this.#fault(`the delivery of ${name} is gone`);
    for (const body of sentBodies) this.#posts.settled.add(updateName(body));
  }

  /** Checks the end of a run, at which nothing is under way. */
  finish(messages: readonly { transid: string; state: string }[]): void {
    const stored = new Set(messages.map(({ transid }) => this.#byTransid.get(transid)));
    for (const [correlationid, { isConfirmed, recipients }] of this.#messages) {
      if (isConfirmed && !stored.has(correlationid)) this.#fault(`${correlationid} is lost`);
      if (stored.has(correlationid)) for (const name of recipients) this.#finishOne(name);
    }
    for (const { transid, state } of messages)
      if (state !== "done") this.#fault(`${this.#byTransid.get(transid)} is ${state}`);
  }

  #finishOne(name: string): void {
    const state = this.#states.get(name);
    const sends = this.#sends.of(name);
    const effects = new Set(sends.map(({ effect }) => effect));
    const isTriedAgain = sends.some(({ answer }) => answer === "again");
    const reached = ranks.indexOf(state ?? "");
    if (state === undefined || state === "queued")
      return this.#fault(`${name} has no outcome: ${state ?? "no delivery"}`);
    if (reached > 0 && !effects.has("accepted")) this.#fault(`${name} is ${state}, never sent`);
    if (state === "failed" && effects.has("accepted") && !effects.has("rejected") && !isTriedAgain)
      this.#fault(`${name} is failed, and its provider accepted it`);
    if (reached > 0 && reached < (this.#receipts.get(name) ?? 0))
      this.#fault(`${name} is ${state}: a receipt is lost`);
    const expected = reached > 0 ? statuses.slice(0, reached) : ["Failed"];
    for (const status of expected)
      if (!this.#posts.of(`${name} ${status}`).some(({ answer }) => answer === "accepted"))
        this.#fault(`the update ${name} ${status} was never sent`);
    for (const status of [...statuses, "Failed"])
      if (!expected.includes(status) && this.#posts.of(`${name} ${status}`).length > 0)
        this.#fault(`the update ${name} ${status} was sent of a delivery that is ${state}`);
  }
}

function movesForward(from: string, to: string): boolean {
  const isEnd = to === "failed" || to === "expired";
  if (isEnd || !ranks.includes(from)) return isEnd && from === "queued";
  return ranks.indexOf(to) > ranks.indexOf(from);
}

/** The recipient and the status that an update names. */
function updateName(body: string): string {
  const { deliveryInfoNotification: update } = JSON.parse(body) as {
    deliveryInfoNotification: { deliveryInfo: { destination: string; deliveryStatus: string } };
  };
  const { destination, deliveryStatus } = update.deliveryInfo;
  return `${destination} ${deliveryStatus}`;
}
