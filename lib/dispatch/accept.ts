import { database, type Sql } from "@/lib/database/sql";
import type { AppRecord } from "@/lib/directory/app/find";
import type { ServiceRecord } from "@/lib/directory/service/find";
import type { MessageSource } from "@/lib/inputs/message-list";
import { foundBy, listedAs } from "@/lib/interface/found-by";
import { problem, type Problem } from "@/lib/interface/problem";
import { failureReply, httpStatus, queuedReply } from "@/lib/interface/reply";
import type { PushRequest } from "@/lib/interface/request";
import { effectiveHash } from "@/lib/payload/effective-hash";
import { now, steady } from "@/lib/runtime/clock";
import { newTransid } from "@/lib/runtime/transid";
import { firstReply, hashBody, keepRefusal } from "./idempotency";
import type { AsAccepted } from "./just-accepted";
import { consumeRateLimit } from "./rate";
import { readRequest, type ReadBy } from "./read-request";
import { storeMessage, storeTogether, type NewMessage } from "./store";

/** What is to be accepted: the exact bytes, and for whom. */
export interface AcceptInput extends ReadBy {
  service: ServiceRecord;
  bytes: Uint8Array;
  source: MessageSource;
  /** One character for each byte of the header, 255 at most. */
  idempotencyKey?: string | undefined;
  /** The campaign that it is a part of. */
  campaignId?: string;
  /** The order that frequency caps count it by; without one they do not apply to it. */
  capOrderId?: string;
  /**
   * Runs in the transaction that accepts the request, and is committed with it or not at all; not
   * called for a repeat under the same Idempotency-Key.
   */
  inTransaction?: (tx: Sql, transid: string) => Promise<void>;
}

/** The answer, ready to be written: the same bytes for a program and for the console. */
export interface AcceptReply {
  ok: boolean;
  /** HTTP status of contract 2, before the service's setting "always answer 200". */
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  transid: string;
  problems: Problem[];
  warnings: Problem[];
}

const keyBytes = 255;

/**
 * Accepts a request or says everything that is wrong with it (interface 1 to 8, contract 1 to 6).
 * 1001 is answered only after the message and its job are committed. The one way in for programs
 * and for the console. Rejects only when the database fails: then nothing was accepted.
 */
export async function acceptRequest(input: AcceptInput): Promise<AcceptReply> {
  const transid = newTransid();
  const { service, idempotencyKey: key } = input;
  if (key === undefined) return store(input, transid, undefined);
  if (key === "" || key.length > keyBytes)
    return refused(transid, [problem("idempotency.key", "")]);
  const bodyHash = hashBody(input.bytes);
  const first = await repeatedReply(service.id, key, bodyHash, transid);
  if (first) return first;
  const reply = await store(input, transid, { key, bodyHash });
  if (!reply.ok && !mustWait(reply))
    await keepRefusal(service.id, key, bodyHash, reply.status, reply.body);
  return reply;
}

/**
 * Accepts several requests together: as many from the first on as need not wait for their rate
 * limit, in one transaction with what `inTransaction` writes about the replies. Rethrows its
 * errors; then nothing was accepted.
 *
 * @param parts that all of them are further requests of something that is under way: otherwise the
 *   first that is accepted stands for them in lists
 * @returns the replies, at most one that says "wait" (429 or 5xx) and that one last
 */
export async function acceptTogether(
  inputs: readonly Omit<AcceptInput, "idempotencyKey" | "inTransaction">[],
  inTransaction: (tx: Sql, replies: readonly AcceptReply[]) => Promise<void>,
  parts: boolean,
): Promise<AcceptReply[]> {
  const replies: AcceptReply[] = [];
  const messages: NewMessage[] = [];
  for (const input of inputs) {
    const judged = await reviewRequest(input, newTransid());
    replies.push(judged.reply);
    if (judged.message) messages.push({ ...judged.message, part: parts || messages.length > 0 });
    if (mustWait(judged.reply)) break;
  }
  if (messages.length > 0) await storeTogether(messages, (tx) => inTransaction(tx, replies));
  else await database().transaction((tx) => inTransaction(tx, replies));
  return replies;
}

/** Whether a reply says that the same request may be accepted later. */
export function mustWait({ ok, status }: Pick<AcceptReply, "ok" | "status">): boolean {
  return !ok && (status >= 500 || status === 429);
}

async function store(
  input: AcceptInput,
  transid: string,
  keyed: { key: string; bodyHash: Uint8Array } | undefined,
): Promise<AcceptReply> {
  const { inTransaction } = input;
  const { reply, message } = await reviewRequest(input, transid);
  if (!message) return reply;
  const whole = keyed ? { ...message, idempotency: { ...keyed, reply: reply.body } } : message;
  const stored = inTransaction
    ? (await storeTogether([whole], (tx) => inTransaction(tx, transid)))[0]
    : await storeMessage(whole);
  if (stored === "repeated" && keyed) {
    const first = await repeatedReply(input.service.id, keyed.key, keyed.bodyHash, transid);
    if (first) return first;
  }
  return reply;
}

/** Returns the reply to a request, and what to store before an acceptance may be sent. */
async function reviewRequest(
  input: AcceptInput,
  transid: string,
): Promise<{ reply: AcceptReply; message?: NewMessage }> {
  const { service, bytes } = input;
  const [acceptedAt, livesFrom] = [new Date(now()), steady()];
  const read = await readRequest(service, bytes, acceptedAt.getTime(), input);
  if (!read.ok) return { reply: refused(transid, read.problems, read.warnings) };
  const { request, app, version, effective, warnings } = read;
  const wait = await consumeRateLimit(
    service,
    request.destination.reduce((sum, entry) => sum + idsOf(entry), 0),
  );
  if (wait > 0)
    return {
      reply: refused(transid, [problem("rate.limit", "")], warnings, {
        "retry-after": String(wait),
      }),
    };
  const body = encode(queuedReply({ transid, correlationid: request.correlationid, warnings }));
  const message = newMessage({
    input,
    transid,
    acceptedAt,
    app,
    read: { request, version, effective, livesFrom },
  });
  return {
    reply: { ok: true, status: 200, headers: {}, body, transid, problems: [], warnings },
    message,
  };
}

function newMessage(from: {
  input: AcceptInput;
  transid: string;
  acceptedAt: Date;
  app: AppRecord;
  read: AsAccepted;
}): NewMessage {
  const { input, read } = from;
  const { effective, version } = read;
  return {
    transid: from.transid,
    serviceId: input.service.id,
    appId: from.app.id,
    campaignId: from.input.campaignId ?? null,
    capOrderId: from.input.capOrderId ?? null,
    source: input.source,
    part: false,
    words: foundBy(effective),
    listed: listedAs(effective),
    request: input.bytes,
    effectiveHash: Buffer.from(effectiveHash(effective), "hex"),
    templateVersionId: version?.id ?? null,
    language: input.language ?? null,
    // A program's message is part of what its user does at that moment; what a person composes goes
    // to many and can wait its turn.
    priority: input.source === "api" ? 0 : 1,
    correlationid: effective.correlationid ?? "",
    callbackData: effective.callbackData ?? "",
    notifyurl: effective.notifyurl ?? "",
    notifyurlAuthId: effective.notifyurlAuthId ?? "",
    pushref: effective.channels.push.interactive?.pushref ?? "",
    expiresAt: effective.expiry === undefined ? null : new Date(effective.expiry),
    acceptedAt: from.acceptedAt,
    read,
  };
}

async function repeatedReply(
  serviceId: string,
  key: string,
  bodyHash: Uint8Array,
  transid: string,
): Promise<AcceptReply | undefined> {
  const first = await firstReply(serviceId, key, bodyHash);
  if (!first) return undefined;
  if (!first.sameBody)
    return { ...refused(transid, [problem("idempotency.conflict", "")]), status: 409 };
  const storedReply = JSON.parse(Buffer.from(first.reply).toString("utf8")) as {
    response: { transid: string; errors: Problem[] } | [{ transid: string }];
  };
  const accepted = Array.isArray(storedReply.response);
  return {
    ok: accepted,
    status: first.status,
    headers: {},
    body: first.reply,
    transid: Array.isArray(storedReply.response)
      ? storedReply.response[0].transid
      : storedReply.response.transid,
    problems: Array.isArray(storedReply.response) ? [] : storedReply.response.errors,
    warnings: [],
  };
}

function refused(
  transid: string,
  problems: Problem[],
  warnings: Problem[] = [],
  headers: Record<string, string> = {},
): AcceptReply {
  const code = problems[0]?.code ?? "7011";
  return {
    ok: false,
    status: httpStatus(code),
    headers,
    body: encode(failureReply({ transid, problems, warnings })),
    transid,
    problems,
    warnings,
  };
}

function idsOf(entry: PushRequest["destination"][number]): number {
  return Object.values(entry).reduce(
    (sum, value) => sum + (Array.isArray(value) ? value.length : 0),
    0,
  );
}

function encode(reply: object): Uint8Array {
  return Buffer.from(JSON.stringify(reply));
}
