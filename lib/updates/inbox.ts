import { cached } from "@/lib/database/cached";
import { newId } from "@/lib/database/id";
import { repeatedTransaction } from "@/lib/database/repeat";
import { database } from "@/lib/database/sql";
import { mask } from "@/lib/describe/description";
import { mostHeaderText } from "@/lib/describe/update-exchange";
import { plainHeaders } from "@/lib/outbound/answer";
import { inGroups } from "@/lib/runtime/in-groups";
import { once } from "@/lib/runtime/once";
import { changed } from "@/lib/work/wake";
import { verifyForInbox, type InboxSignatures } from "./verify";

/** Updates that an inbox keeps at most, and for how many days: whichever is less. */
export const mostInInbox = 500;
const inboxDays = 7;

const ttlMs = 2_000;
const groupItems = 200;
const gatherMs = 10;

/** A call of an inbox's address. */
export interface InboxCall {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The exact bytes. */
  body: Uint8Array;
  /** Whether another program sent it, over the network. */
  outside: boolean;
}

interface InboxEntry extends Omit<InboxCall, "headers"> {
  headers: Record<string, string>;
  serviceId: string;
  id: string;
  signatures: InboxSignatures;
}

/**
 * Returns the service whose inbox has this token, cached for two seconds in this process; undefined
 * when there is none.
 */
export async function serviceOfInbox(token: string): Promise<string | undefined> {
  return cached("inbox", token, ttlMs, async () => {
    const [row] = await database().query<{ serviceId: string }>(
      `SELECT service_id AS "serviceId" FROM inbox WHERE token = $1`,
      [token],
    );
    return row?.serviceId;
  });
}

/**
 * Stores a call of a service's inbox, its signatures checked with the secrets of the service, and
 * drops what is beyond {@link mostInInbox}.
 */
export async function putInInbox(serviceId: string, call: InboxCall): Promise<void> {
  const headers = plainHeaders(call.headers);
  const signatures = await verifyForInbox(serviceId, { headers, body: call.body });
  await store()({ ...call, headers, serviceId, id: newId(), signatures });
}

const store = () =>
  once("inbox-store", () =>
    inGroups<InboxEntry, void>(
      { workClass: "recording", items: groupItems, gatherMs: () => gatherMs, parallel: 1 },
      async (group) => {
        await insert(group);
        for (const serviceId of new Set(group.map((one) => one.serviceId)))
          changed({ transid: serviceId, serviceId });
        return group.map(() => undefined);
      },
    ),
  );

async function insert(group: readonly InboxEntry[]): Promise<void> {
  const column = <T>(read: (one: InboxEntry) => T) => group.map(read);
  await repeatedTransaction(async (tx) => {
    // A service may have been removed meanwhile.
    await tx.query(
      `INSERT INTO inbox_update (service_id, id, at, outside, webhook_id, headers, body, standard_signature, hub_signature)
       SELECT i.service_id, n.id, now(), n.outside, n.webhook_id, n.headers, decode(n.body, 'base64'), n.standard, n.hub
       FROM unnest($1::uuid[], $2::uuid[], $3::bool[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
         AS n(service_id, id, outside, webhook_id, headers, body, standard, hub) JOIN inbox i ON i.service_id = n.service_id`,
      [
        column(({ serviceId }) => serviceId),
        column(({ id }) => id),
        column(({ outside }) => outside),
        column(({ headers }) => (headers["webhook-id"] ?? "").slice(0, 200)),
        column(({ headers }) => JSON.stringify(storedHeaders(headers))),
        column(({ body }) => Buffer.from(body).toString("base64")),
        column(({ signatures }) => signatures.standard),
        column(({ signatures }) => signatures.hub),
      ],
    );
    // In a fixed order, and without waiting for rows that others delete: two that waited for each
    // other would cost an update.
    await tx.query(
      `DELETE FROM inbox_update u USING (
         SELECT o.service_id, o.id FROM (SELECT DISTINCT unnest($1::uuid[]) AS service_id) s JOIN inbox_update o ON o.service_id = s.service_id
         WHERE o.id <= (SELECT k.id FROM inbox_update k WHERE k.service_id = s.service_id ORDER BY k.id DESC OFFSET ${mostInInbox} LIMIT 1)
         ORDER BY o.service_id, o.id FOR UPDATE OF o SKIP LOCKED) old
       WHERE u.service_id = old.service_id AND u.id = old.id`,
      [column(({ serviceId }) => serviceId)],
    );
  });
}

/**
 * Deletes so many updates that arrived more than {@link inboxDays} days ago; returns how many there
 * were.
 */
export async function forgetOldInbox(most: number): Promise<number> {
  const gone = await database().query<{ id: string }>(
    `DELETE FROM inbox_update u USING (
       SELECT service_id, id FROM inbox_update WHERE at < now() - interval '${inboxDays} days' LIMIT $1 FOR UPDATE SKIP LOCKED) old
     WHERE u.service_id = old.service_id AND u.id = old.id RETURNING u.id`,
    [most],
  );
  return gone.length;
}

/**
 * Headers that hold no secret. The others may authenticate, under any name: their values are
 * masked.
 */
const open =
  /^(?:host|content-.*|user-agent|accept.*|connection|date|via|forwarded|x-forwarded-.*|x-request-id|traceparent|webhook-(?:id|timestamp|signature)|x-hub-signature)$/;

function storedHeaders(headers: Readonly<Record<string, string>>): [string, string][] {
  const stored: [string, string][] = [];
  let room = mostHeaderText;
  for (const [name, value] of Object.entries(headers)) {
    const text = open.test(name) ? value : mask;
    room -= name.length + text.length;
    if (room < 0) break;
    stored.push([name, text]);
  }
  return stored;
}
