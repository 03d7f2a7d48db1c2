import { destinationKeys, type DestinationKey } from "@/lib/interface/device-kinds";
import { writeJson } from "@/lib/interface/exact-json";
import { firstMentions } from "@/lib/interface/recipient-id";
import type { PushRequestInput } from "@/lib/interface/request";
import { utf8Bytes } from "@/lib/interface/text";
import { EmptyRequests, Fill, jsonBytes, type IdentifierBytes } from "./fill";
import { isLeftOut, ownValues, requestWith, type PlanOptions } from "./own-values";

/** A recipient for whom a request is planned. */
export interface PlannedRecipient {
  type: DestinationKey;
  id: string;
  /** The entry's own, where it has one. */
  correlationid?: string | undefined;
  /** Values of its own, by name; empty where it has none. */
  parameters: Readonly<Record<string, string>>;
}

/** A request of the plan, and how many it is for. */
export interface PlannedRequest {
  request: PushRequestInput;
  recipients: number;
}

/**
 * The body of a request that Clarion makes: the one writer of the bytes that are shown, counted and
 * sent. Numbers of custom tags keep their digits.
 */
export function requestBody(request: PushRequestInput): string {
  return writeJson(request);
}

type Entry = PushRequestInput["destination"][number];

/**
 * Cuts many recipients into requests that the interface takes: each as full as its bytes (interface
 * 4 rule 5, contract 3) and the 1,000 identifiers allow, in the order given. Recipients share a
 * request when they have the same values. One that does not even fit alone has a request of its
 * own, which will be refused.
 *
 * @param pattern the request in the order its members are sent; its `destination` is replaced
 */
export class RequestPlanner {
  readonly #pattern: PushRequestInput;
  readonly #options: PlanOptions;
  readonly #fill: Fill;
  readonly #empty: EmptyRequests;
  #entries: { key: string; entry: Entry; ids: string[] }[] = [];
  #values = "";
  #own: Record<string, string> = {};

  constructor(pattern: PushRequestInput, options: PlanOptions) {
    this.#pattern = pattern;
    this.#options = options;
    this.#fill = new Fill(options);
    this.#empty = new EmptyRequests(pattern, options);
  }

  /**
   * Takes one more; answers the request before it when it does not fit in there. One that is left
   * out ends a request, so that counting need not know whom it passes over.
   */
  add(recipient: PlannedRecipient): PlannedRequest | undefined {
    const own = ownValues(recipient.parameters, this.#options);
    if (isLeftOut(own, this.#options)) return this.end();
    const values = JSON.stringify(own);
    const bytes = bytesOf(recipient);
    const done =
      this.#fill.count > 0 && (values !== this.#values || !this.#fill.takes(bytes))
        ? this.end()
        : undefined;
    if (this.#fill.count === 0) {
      this.#values = values;
      this.#own = own;
      this.#fill.open(this.#empty.bytesWith(own));
    }
    this.#fill.put(bytes);
    const last = this.#entries.at(-1);
    if (last?.key === bytes.entry) last.ids.push(recipient.id);
    else {
      const ids = [recipient.id];
      this.#entries.push({ key: bytes.entry, ids, entry: entryOf(recipient, ids) });
    }
    return done;
  }

  /** The request of those that are left; undefined when there are none. */
  end(): PlannedRequest | undefined {
    const recipients = this.#fill.count;
    if (recipients === 0) return undefined;
    const entries = this.#entries.map(({ entry }) => entry);
    this.#entries = [];
    this.#fill.open(0);
    return { request: requestWith(this.#pattern, entries, this.#own, this.#options), recipients };
  }
}

/** All requests of a plan, one after the other. */
export function* planRequests(
  pattern: PushRequestInput,
  recipients: Iterable<PlannedRecipient>,
  options: PlanOptions,
): Generator<PlannedRequest, void, undefined> {
  const planner = new RequestPlanner(pattern, options);
  for (const recipient of recipients) {
    const full = planner.add(recipient);
    if (full) yield full;
  }
  const rest = planner.end();
  if (rest) yield rest;
}

/**
 * The recipients that a request names, each identifier once: the first entry that names it counts
 * (contract 4). What is no entry or no identifier is left out.
 */
export function recipientsIn(destination: unknown): PlannedRecipient[] {
  const isFirst = firstMentions();
  const distinctRecipients: PlannedRecipient[] = [];
  for (const entry of Array.isArray(destination) ? (destination as unknown[]) : []) {
    if (typeof entry !== "object" || entry === null) continue;
    const { correlationid, ...ids } = entry as Record<string, unknown>;
    for (const type of destinationKeys)
      for (const id of Array.isArray(ids[type]) ? (ids[type] as unknown[]) : []) {
        if (typeof id !== "string" || !isFirst(type, id)) continue;
        distinctRecipients.push({
          type,
          id,
          correlationid: typeof correlationid === "string" ? correlationid : undefined,
          parameters: {},
        });
      }
  }
  return distinctRecipients;
}

function bytesOf(recipient: PlannedRecipient): IdentifierBytes {
  const { type, correlationid, id } = recipient;
  return {
    entry: JSON.stringify([type, correlationid]),
    entryBytes: utf8Bytes(JSON.stringify(entryOf(recipient, []))),
    idBytes: jsonBytes(id),
  };
}

function entryOf({ type, correlationid }: PlannedRecipient, ids: string[]): Entry {
  return correlationid === undefined ? { [type]: ids } : { [type]: ids, correlationid };
}
