import { assertRole, type Member } from "@/lib/auth/member";
import { isId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import type { Platform } from "@/lib/interface/device-kinds";
import { isSendable } from "@/lib/interface/text";
import { updateTally, type UpdateTally } from "./update-tally";
import { countsOf, zero, type Counts } from "./counts";
import { loadMessages, UnreadableMessageError, type LoadedMessage } from "@/lib/dispatch/message";

export type { Counts };

/** A message as lists show it. Times are ISO 8601 UTC. */
export interface MessageRow {
  transid: string;
  appid: string;
  appName: string;
  state: "accepted" | "sending" | "done";
  acceptedAt: string;
  source: "api" | "console";
  title: string | null;
  text: string;
  platforms: Platform[];
  counts: Counts;
  correlationid: string | null;
}

/** A message as its page shows it. */
export interface MessageDetail extends MessageRow {
  /** The exact JSON that was received. */
  request: string;
  /** 64 hexadecimal digits; see `effectiveHash`. */
  contentHash: string;
  notifyurl: string | null;
  expiry: string | null;
  /** Delivery updates of this message by what became of them. */
  updates: UpdateTally;
}

interface Row {
  transid: string;
  appid: string;
  appName: string;
  state: MessageRow["state"];
  acceptedAt: Date;
  source: MessageRow["source"];
  correlationid: string;
}

const columns = `m.id AS transid, a.appid, a.name AS "appName", m.state, m.accepted_at AS "acceptedAt", m.source, m.correlationid`;
const mostRows = 200;

/** Messages, newest first, none for an appid that no app can have; paged by key: pass `next` of one page as `after` of the following one. */
export async function listMessages(
  member: Member,
  filter: { after?: string; appid?: string; state?: string; campaignId?: string; limit?: number } = {},
): Promise<{ rows: MessageRow[]; next: string | null }> {
  assertRole(member, "viewer");
  if (filter.appid !== undefined && !isSendable(filter.appid)) return { rows: [], next: null };
  const limit = Math.min(Math.max(filter.limit ?? 50, 1), mostRows);
  const rows = await database().query<Row>(
    `SELECT ${columns} FROM message m JOIN app a ON a.id = m.app_id
     WHERE ($1::uuid IS NULL OR m.id < $1) AND ($2::text IS NULL OR a.appid = $2) AND ($3::text IS NULL OR m.state = $3)
       AND ($5::uuid IS NULL OR m.campaign_id = $5) ORDER BY m.id DESC LIMIT $4`,
    [
      filter.after && isId(filter.after) ? filter.after : null,
      filter.appid ?? null,
      filter.state ?? null,
      limit + 1,
      filter.campaignId ?? null,
    ],
  );
  const page = rows.slice(0, limit);
  return { rows: await described(page), next: rows.length > limit ? (page.at(-1)?.transid ?? null) : null };
}

/** One message; null when there is none. */
export async function readMessage(member: Member, transid: string): Promise<MessageDetail | null> {
  assertRole(member, "viewer");
  if (!isId(transid)) return null;
  const rows = await database().query<
    Row & { request: Uint8Array; contentHash: string; notifyurl: string; serviceNotifyurl: string | null; expiresAt: Date | null }
  >(
    `SELECT ${columns}, m.request, encode(m.effective_hash, 'hex') AS "contentHash", m.notifyurl, s.notifyurl AS "serviceNotifyurl", m.expires_at AS "expiresAt"
     FROM message m JOIN app a ON a.id = m.app_id JOIN service s ON s.id = m.service_id WHERE m.id = $1`,
    [transid],
  );
  const [row] = rows;
  const [message] = await described(rows);
  if (!row || !message) return null;
  return {
    ...message,
    request: new TextDecoder().decode(row.request),
    contentHash: row.contentHash,
    notifyurl: row.notifyurl || row.serviceNotifyurl || null,
    expiry: row.expiresAt?.toISOString() ?? null,
    updates: await updateTally(database(), transid),
  };
}

async function described(rows: readonly Row[]): Promise<MessageRow[]> {
  const transids = rows.map(({ transid }) => transid);
  const [counts, messages] = await Promise.all([countsOf(database(), transids), loadMessages(database(), transids)]);
  return rows.map((row) => {
    const { acceptedAt, correlationid, ...rest } = row;
    const message = messages.get(row.transid);
    return {
      ...rest,
      ...wordsOf(message),
      acceptedAt: acceptedAt.toISOString(),
      correlationid: correlationid || null,
      counts: counts.get(row.transid) ?? { ...zero },
    };
  });
}

function wordsOf(message: LoadedMessage | UnreadableMessageError | undefined): Pick<MessageRow, "title" | "text" | "platforms"> {
  if (message === undefined || message instanceof UnreadableMessageError) return { title: null, text: "", platforms: [] };
  const { android, ios, web } = message.effective.channels.push;
  const first = android ?? ios ?? web;
  const platforms = (["android", "ios", "web"] as const).filter((platform) => message.effective.channels.push[platform] !== undefined);
  return { title: first?.title ?? null, text: first?.text ?? "", platforms };
}
