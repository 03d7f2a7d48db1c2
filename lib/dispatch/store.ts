import { z } from "zod";
import { coverIds } from "@/lib/database/partitions";
import { repeatRolledBack } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import type { MessageSource } from "@/lib/inputs/message-list";
import type { MessageSummary } from "@/lib/interface/found-by";
import { inGroups } from "@/lib/runtime/in-groups";
import { once } from "@/lib/runtime/once";
import { enqueue, type JobDefinition } from "@/lib/work/jobs";
import { wake, changed } from "@/lib/work/wake";
import { countUse } from "./count-use";
import { handOver, type JustAccepted } from "./just-accepted";

/**
 * An accepted request as it is stored, with its parsed form, which is not stored but handed to the
 * workers of this process.
 */
export interface NewMessage extends JustAccepted {
  /** The order that frequency caps count it by; null: they do not apply to it. */
  capOrderId: string | null;
  source: MessageSource;
  /** A further request of a campaign: the first one stands for all of them in lists. */
  part: boolean;
  /** What lists find it by. */
  words: string;
  /** What lists show of it, of a part too. */
  listed: MessageSummary;
  effectiveHash: Uint8Array;
  templateVersionId: string | null;
  correlationid: string;
  callbackData: string;
  notifyurl: string;
  notifyurlAuthId: string;
  pushref: string;
  /** What is stored under the Idempotency-Key, when the caller sent one. */
  idempotency?: { key: string; bodyHash: Uint8Array; reply: Uint8Array };
}

/**
 * `stored`: durable and queued. `repeated`: the Idempotency-Key was used in the meantime, and
 * nothing was stored.
 */
export type StoreOutcome = "stored" | "repeated";

const groupItems = 500;
const groupBytes = 4 * 1_048_576;

/** Writes more in the transaction that stores messages; throws to store none of them. */
export type InTransaction = (tx: Sql) => Promise<void>;

/**
 * Stores messages and what belongs to them in one transaction of their own: all of it or nothing.
 * Rethrows the errors of `inTransaction`. A message whose Idempotency-Key is in use is not stored;
 * `inTransaction` is not called when there is no message to store.
 */
export async function storeTogether(
  messages: NewMessage[],
  inTransaction?: InTransaction,
): Promise<StoreOutcome[]> {
  const group = firstOfEachKey(messages);
  await coverIds(group.map(({ transid }) => transid));
  const stored = await repeatRolledBack(() =>
    database().transaction((tx) => storeIn(tx, group, inTransaction)),
  );
  handOver(stored);
  wake("expand");
  for (const { transid, serviceId } of stored) changed({ transid, serviceId });
  const isStored = new Set(stored);
  return messages.map((message) => (isStored.has(message) ? "stored" : "repeated"));
}

/** Returns the messages that were stored: those whose Idempotency-Key was free. */
async function storeIn(
  tx: Sql,
  group: readonly NewMessage[],
  inTransaction: InTransaction | undefined,
): Promise<NewMessage[]> {
  const repeatedMessages = new Set(await takenKeys(tx, group));
  const stored = group.filter((message) => !repeatedMessages.has(message));
  if (stored.length === 0) return [];
  await inTransaction?.(tx);
  await insertMessages(tx, stored);
  await countUse(tx, stored);
  await enqueue(tx, expandJob, ...expandJobs(stored));
  return stored;
}

/**
 * Stores a message and the job that expands it, in one transaction with all that arrive at the same
 * moment. Resolves once that is committed; only then may 1001 be said.
 */
export function storeMessage(message: NewMessage): Promise<StoreOutcome> {
  return once("store-message", () =>
    inGroups<NewMessage, StoreOutcome>(
      {
        workClass: "interactive",
        items: groupItems,
        parallel: 2,
        weight: { of: (item) => item.request.length, most: groupBytes },
      },
      (messages) => storeTogether(messages),
    ),
  )(message);
}

/** A job for each service and priority. */
function expandJobs(messages: readonly NewMessage[]) {
  const jobs = new Map<string, { serviceId: string; priority: number; transids: string[] }>();
  for (const { serviceId, priority, transid } of messages) {
    const name = `${serviceId} ${priority}`;
    const job = jobs.get(name);
    if (job) job.transids.push(transid);
    else jobs.set(name, { serviceId, priority, transids: [transid] });
  }
  return [...jobs.values()];
}

/** Two requests of one group under one key: the second is a repeat of the first. */
function firstOfEachKey(messages: readonly NewMessage[]): NewMessage[] {
  const seen = new Set<string>();
  return messages.filter((message) => {
    if (!message.idempotency) return true;
    const name = `${message.serviceId} ${message.idempotency.key}`;
    return !seen.has(name) && seen.add(name);
  });
}

async function takenKeys(tx: Sql, group: readonly NewMessage[]): Promise<NewMessage[]> {
  const keyed = group.flatMap((message) =>
    message.idempotency ? [{ message, ...message.idempotency }] : [],
  );
  if (keyed.length === 0) return [];
  const won = await tx.query<{ serviceId: string; key: string }>(
    `INSERT INTO idempotency_record (service_id, key, body_hash, status, reply, created_at)
     SELECT s, k, decode(h, 'hex'), 200, decode(r, 'base64'), now() FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS n(s, k, h, r) ORDER BY s, k
     ON CONFLICT (service_id, key) DO UPDATE SET body_hash = excluded.body_hash, status = 200, reply = excluded.reply, created_at = now()
       WHERE idempotency_record.created_at < now() - interval '24 hours'
     RETURNING service_id AS "serviceId", key`,
    [
      keyed.map(({ message }) => message.serviceId),
      keyed.map(({ key }) => key),
      keyed.map(({ bodyHash }) => Buffer.from(bodyHash).toString("hex")),
      keyed.map(({ reply }) => Buffer.from(reply).toString("base64")),
    ],
  );
  const names = new Set(won.map(({ serviceId, key }) => `${serviceId} ${key}`));
  return keyed
    .filter(({ message, key }) => !names.has(`${message.serviceId} ${key}`))
    .map(({ message }) => message);
}

async function insertMessages(tx: Sql, messages: NewMessage[]): Promise<void> {
  const column = <T>(read: (message: NewMessage) => T) => messages.map(read);
  await tx.query(
    `WITH stored AS (INSERT INTO message (id, service_id, app_id, campaign_id, source, request, effective_hash, template_version_id, priority, correlationid, callback_data, notifyurl,
       notifyurl_auth_id, pushref, expires_at, accepted_at, part, words, language, title, text, platforms, cap_order_id)
     SELECT id, s, a, cid, src, decode(req, 'base64'), decode(h, 'hex'), t, p, c, cb, n, na, pr, e, at, pa, w, l, ti, te, string_to_array(pf, ','), co
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::smallint[], $9::text[], $10::text[], $11::text[],
       $12::text[], $13::text[], $14::timestamptz[], $15::timestamptz[], $16::uuid[], $17::boolean[], $18::text[], $19::text[], $20::text[], $21::text[], $22::text[], $23::uuid[])
       AS m(id, s, a, src, req, h, t, p, c, cb, n, na, pr, e, at, cid, pa, w, l, ti, te, pf, co)
     RETURNING service_id, app_id, campaign_id, source, date_trunc('hour', accepted_at, 'UTC') AS hour, part)
     INSERT INTO rollup_delta (service_id, app_id, campaign_id, source, measure, hour, kind, state, code, description, button, n)
     SELECT service_id, app_id, campaign_id, source, 'messages', hour, '', '', '', '', '', count(*) FROM stored WHERE NOT part GROUP BY 1, 2, 3, 4, 6`,
    [
      column((m) => m.transid),
      column((m) => m.serviceId),
      column((m) => m.appId),
      column((m) => m.source),
      column((m) => Buffer.from(m.request).toString("base64")),
      column((m) => Buffer.from(m.effectiveHash).toString("hex")),
      column((m) => m.templateVersionId),
      column((m) => m.priority),
      column((m) => m.correlationid),
      column((m) => m.callbackData),
      column((m) => m.notifyurl),
      column((m) => m.notifyurlAuthId),
      column((m) => m.pushref),
      column((m) => m.expiresAt?.toISOString() ?? null),
      column((m) => m.acceptedAt.toISOString()),
      column((m) => m.campaignId),
      column((m) => m.part),
      column((m) => (m.part ? "" : m.words)),
      column((m) => m.language),
      column((m) => m.listed.title),
      column((m) => m.listed.text),
      column((m) => m.listed.platforms.join()),
      column((m) => m.capOrderId),
    ],
  );
}

/** The line of the jobs that expand messages of a service with a priority. */
export function expandLine(serviceId: string, priority: number): string {
  return `${serviceId} ${priority}`;
}

/**
 * Accepted messages of a service whose recipients are to be looked up: one job for those that were
 * accepted together; those that wait are expanded together, for a transaction costs many times what
 * a recipient does.
 */
export const expandJob: JobDefinition<{
  serviceId: string;
  priority: number;
  transids: string[];
}> = {
  kind: "expand",
  data: z.object({
    serviceId: z.uuid(),
    priority: z.int().default(0),
    transids: z.array(z.uuid()).min(1).max(1_000),
  }),
  lane: "expand",
  // A campaign holds up no transactional message of its service.
  line: ({ serviceId, priority }) => expandLine(serviceId, priority),
  join: (jobs) => ({
    serviceId: jobs[0]?.serviceId ?? "",
    priority: jobs[0]?.priority ?? 0,
    transids: jobs.flatMap(({ transids }) => transids),
  }),
};
