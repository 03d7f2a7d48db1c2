import { z } from "zod";
import type { Appearances } from "@/lib/compose/examiner";
import { currentOrder } from "@/lib/database/campaign-state";
import { firstIdAt } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { readMessages, UnreadableMessageError, type LoadedMessage } from "@/lib/dispatch/message";
import { formsOfRecipient } from "@/lib/dispatch/recipient-forms";
import {
  messagePeriods,
  messageSources,
  periodMs,
  type MessageSource,
} from "@/lib/inputs/message-list";
import { mostCounted, pageInput } from "@/lib/inputs/page";
import type { Platform } from "@/lib/interface/device-kinds";
import { saidBy } from "@/lib/interface/found-by";
import { isSendable } from "@/lib/interface/text";
import { withoutUserInfo } from "@/lib/interface/url";
import { now } from "@/lib/runtime/clock";
import { NotFoundError } from "@/lib/verb/errors";
import { countRows, pageOf, type PageOf } from "@/lib/verb/page-of";
import { serviceNamed, serviceOfCampaign, serviceOfMessage } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { countsOf, countsOfCampaigns, zero, type Counts } from "./counts";
import { appearancesByLanguage, messageAppearances } from "./message-languages";
import { rollups } from "./rollups";
import { updateTally, type UpdateTally } from "./update-tally";

export type { Counts };

/** A message as lists show it. Times are ISO 8601 UTC. */
export interface MessageRow {
  transid: string;
  appid: string;
  appName: string;
  state: "accepted" | "sending" | "done";
  acceptedAt: string;
  source: MessageSource;
  /**
   * The campaign of several requests that it is the first of, in a list of what was sent. Then its
   * counts are those of all of them.
   */
  campaign: { id: string; requests: number; name: string } | null;
  /** In a list at most 500 UTF-16 units, as the text. */
  title: string | null;
  text: string;
  platforms: Platform[];
  counts: Counts;
  correlationid: string | null;
}

/** A message as its page shows it. */
export interface MessageDetail extends MessageRow {
  serviceId: string;
  /** The exact JSON that was received. */
  request: string;
  /** 64 hexadecimal digits; see `effectiveHash`. */
  contentHash: string;
  notifyurl: string | null;
  expiry: string | null;
  /** Delivery updates of this message by what became of them. */
  updates: UpdateTally;
  /**
   * What its devices show: read from the payloads that they are sent. Empty where it cannot be read
   * again.
   */
  appearances: Appearances;
  /**
   * In each language of its template in which a device was sent it, "" for the default text: at
   * most 20, the usual one first. Empty until then.
   */
  languages: { language: string; appearances: Appearances }[];
}

interface Row {
  id: string;
  appid: string;
  appName: string;
  state: MessageRow["state"];
  acceptedAt: Date;
  source: MessageRow["source"];
  correlationid: string;
  title: string | null;
  text: string;
  platforms: Platform[] | null;
  campaignId: string | null;
  campaignName: string | null;
  requests: number | null;
}

const columns = `m.id, a.appid, a.name AS "appName", m.state, m.accepted_at AS "acceptedAt", m.source, m.correlationid, m.title, m.text, m.platforms,
  m.campaign_id AS "campaignId", c.name AS "campaignName", o.requests`;
const mostRows = 200;
/** So many of the newest messages are looked through where no index shows which fit. */
export const mostSearched = 20_000;

const fitting = `m.service_id = $1 AND ($2::text IS NULL OR a.appid = $2) AND ($3::text IS NULL OR m.state = $3) AND ($4::text IS NULL OR m.source = $4)
  AND ($5::uuid IS NULL OR m.id >= $5) AND ($6::uuid[] IS NULL OR m.id = ANY($6))
  AND (NOT $8::boolean OR (SELECT sum(l.failed + l.expired) FROM message_rollup l WHERE l.message_id = m.id) > 0
    OR o.requests > 1 AND (SELECT sum(r.n) FROM ${rollups} WHERE r.campaign_id = m.campaign_id AND r.measure = 'state' AND r.state IN ('failed', 'expired')) > 0)
  AND ($7::text IS NULL OR strpos(m.words, lower($7)) > 0 OR strpos(lower(c.name), lower($7)) > 0 OR m.correlationid = $7 OR m.id::text = lower($7))`;
const from = `FROM message m JOIN app a ON a.id = m.app_id LEFT JOIN campaign c ON c.id = m.campaign_id LEFT JOIN ${currentOrder}`;
const listed = `${fitting} AND NOT m.part`;

const filterSchema = z.object({
  serviceId: z.string(),
  ...pageInput,
  appid: z.string().optional(),
  state: z.string().optional(),
  source: z.enum(messageSources).optional(),
  /** Part of a title, of a text or of a campaign's name; or a whole correlation id or transid. */
  text: z.string().optional(),
  /** A recipient as it was named, whole. */
  recipient: z.string().optional(),
  /** Those alone that did not arrive everywhere; of a campaign with any of its requests. */
  failures: z.boolean().default(false),
  within: z.enum(messagePeriods).optional(),
  limit: z.number().optional(),
});

/** A list of messages. */
export interface MessagePage extends PageOf<MessageRow> {
  /** Whether there are more messages than are looked through. */
  cut: boolean;
}

/**
 * What was sent in a service, newest first, none for what no message can have: a campaign of
 * several requests is one row, its first message. At most 200 a page, 50 by default. What is looked
 * for is looked for in a year at most, and but for recipients among the newest {@link
 * mostSearched}.
 */
export const listMessages = view({
  action: "service.view",
  input: filterSchema,
  service: serviceNamed,
  run: async (
    { sql, serviceId },
    { after, before, appid, state, source, text, recipient, failures, within, ...filter },
  ): Promise<MessagePage> => {
    if (![appid, state, text, recipient].every((one) => one === undefined || isSendable(one)))
      return { rows: [], next: null, previous: null, total: 0, cut: false };
    const limit = Math.min(Math.max(filter.limit ?? 50, 1), mostRows);
    const combed = [appid, state, source, text, failures].some(Boolean);
    const since =
      within !== undefined || combed || recipient
        ? firstIdAt(now() - periodMs(within ?? "12m"))
        : undefined;
    const sent = recipient ? await sentTo(sql, serviceId, recipient, since) : undefined;
    const last = combed && !sent ? await lastSearched(sql, serviceId, since) : undefined;
    const parameters = [
      serviceId,
      appid ?? null,
      state ?? null,
      source ?? null,
      last ?? since ?? null,
      sent ?? null,
      text || null,
      failures,
    ] as const;
    const page = await pageOf(
      { after, before, limit },
      undefined,
      (step) =>
        sql.query<Row>(
          step.back
            ? `SELECT ${columns} ${from} WHERE ${listed} AND ($9::uuid IS NULL OR m.id > $9) ORDER BY m.id LIMIT $10`
            : `SELECT ${columns} ${from} WHERE ${listed} AND ($9::uuid IS NULL OR m.id < $9) ORDER BY m.id DESC LIMIT $10`,
          [...parameters, step.place?.id ?? null, step.limit],
        ),
      () => sql.query<{ n: number }>(countRows(`${from} WHERE ${listed}`), [...parameters]),
    );
    return { ...page, rows: await described(sql, page.rows, true), cut: last !== undefined };
  },
});

/**
 * The messages to a recipient as lists have them, the newest thousand deliveries of it, each
 * campaign by its first message.
 */
async function sentTo(
  sql: Sql,
  serviceId: string,
  recipient: string,
  since: string | undefined,
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT CASE WHEN m.part THEN coalesce(o.transid, m.id) ELSE m.id END AS id
     FROM (SELECT DISTINCT d.message_id FROM delivery d WHERE d.service_id = $1 AND d.destination = ANY($2) AND d.message_id >= $3 ORDER BY d.message_id DESC LIMIT ${mostCounted}) d
       JOIN message m ON m.id = d.message_id LEFT JOIN campaign c ON c.id = m.campaign_id LEFT JOIN ${currentOrder}`,
    [serviceId, formsOfRecipient(recipient), since ?? firstIdAt(0)],
  );
  return [...new Set(rows.map(({ id }) => id))];
}

/**
 * The oldest message that is looked through, where there are older ones: the key alone does not
 * show which fit.
 */
async function lastSearched(
  sql: Sql,
  serviceId: string,
  since: string | undefined,
): Promise<string | undefined> {
  const rows = await sql.query<{ id: string }>(
    `SELECT m.id FROM message m WHERE m.service_id = $1 AND NOT m.part AND m.id >= $2 ORDER BY m.id DESC OFFSET ${mostSearched} LIMIT 1`,
    [serviceId, since ?? firstIdAt(0)],
  );
  return rows[0]?.id;
}

/**
 * Requests of a campaign as messages of their own, newest first; none of a campaign of another
 * service. At most 50 a page.
 */
export const listRequests = view({
  action: "service.view",
  input: z.object({ campaignId: z.string(), ...pageInput }),
  service: {
    find: (sql, { campaignId }) => serviceOfCampaign(sql, { id: campaignId }),
    missing: () => new NotFoundError(),
  },
  run: async ({ sql, serviceId }, { campaignId, after, before }): Promise<PageOf<MessageRow>> => {
    const page = await pageOf(
      { after, before, limit: 50 },
      undefined,
      (step) =>
        sql.query<Row>(
          step.back
            ? `SELECT ${columns} ${from} WHERE m.campaign_id = $1 AND m.service_id = $2 AND ($3::uuid IS NULL OR m.id > $3) ORDER BY m.id LIMIT $4`
            : `SELECT ${columns} ${from} WHERE m.campaign_id = $1 AND m.service_id = $2 AND ($3::uuid IS NULL OR m.id < $3) ORDER BY m.id DESC LIMIT $4`,
          [campaignId, serviceId, step.place?.id ?? null, step.limit],
        ),
      () =>
        sql.query<{ n: number }>(
          countRows(`FROM message m WHERE m.campaign_id = $1 AND m.service_id = $2`),
          [campaignId, serviceId],
        ),
    );
    return { ...page, rows: await described(sql, page.rows, false) };
  },
});

/** One message. Throws `NotFoundError` when there is none. */
export const readMessage = view({
  action: "service.view",
  input: z.object({ transid: z.string() }),
  service: serviceOfMessage,
  run: ({ sql, serviceId }, { transid }) => detailOf(sql, serviceId, transid),
});

async function detailOf(sql: Sql, serviceId: string, transid: string): Promise<MessageDetail> {
  const rows = await sql.query<
    Row & {
      request: Uint8Array;
      contentHash: string;
      notifyurl: string;
      serviceNotifyurl: string | null;
      expiresAt: Date | null;
    }
  >(
    `SELECT ${columns}, m.request, encode(m.effective_hash, 'hex') AS "contentHash", m.notifyurl, s.notifyurl AS "serviceNotifyurl", m.expires_at AS "expiresAt"
     ${from} JOIN service s ON s.id = m.service_id WHERE m.id = $1 AND m.service_id = $2`,
    [transid, serviceId],
  );
  const [row] = rows;
  const [message] = await described(sql, rows, false);
  if (!row || !message) throw new NotFoundError();
  const stored = (await readMessages(sql, [transid])).get(transid);
  const readable = isReadable(stored) ? stored : undefined;
  const languages = await appearancesByLanguage(sql, transid, readable);
  return {
    ...message,
    ...(readable && saidBy(readable.effective)),
    // Its own page names the campaign that it is a part of, or all of.
    campaign: campaignOf(row),
    serviceId,
    request: new TextDecoder().decode(row.request),
    contentHash: row.contentHash,
    notifyurl: withoutUserInfo(row.notifyurl || row.serviceNotifyurl || "") || null,
    expiry: row.expiresAt?.toISOString() ?? null,
    updates: await updateTally(sql, transid),
    appearances: languages[0]?.appearances ?? messageAppearances(readable),
    languages,
  };
}

/** @param together whether a campaign of several requests is shown in one row */
async function described(sql: Sql, rows: readonly Row[], together: boolean): Promise<MessageRow[]> {
  const transids = rows.map(({ id }) => id);
  const campaigns = rows.flatMap(({ campaignId, requests }) =>
    together && campaignId !== null && (requests ?? 0) > 1 ? [campaignId] : [],
  );
  const unwritten = rows.filter(({ platforms }) => platforms === null);
  const [counts, ofCampaigns, messages] = await Promise.all([
    countsOf(sql, transids),
    countsOfCampaigns(sql, campaigns),
    readMessages(
      sql,
      unwritten.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => {
    const {
      id: transid,
      acceptedAt,
      correlationid,
      appid,
      appName,
      state,
      source,
      campaignId,
      title,
      text,
      platforms,
    } = row;
    const message = messages.get(transid);
    const ofCampaign = ofCampaigns.get(campaignId ?? "");
    return {
      transid,
      appid,
      appName,
      state,
      source,
      campaign: ofCampaign ? campaignOf(row) : null,
      ...(isReadable(message)
        ? saidBy(message.effective)
        : { title, text, platforms: platforms ?? [] }),
      acceptedAt: acceptedAt.toISOString(),
      correlationid: correlationid || null,
      counts: ofCampaign ?? counts.get(transid) ?? { ...zero },
    };
  });
}

function campaignOf({ campaignId, campaignName, requests }: Row): MessageRow["campaign"] {
  return campaignId === null || campaignName === null
    ? null
    : { id: campaignId, name: campaignName, requests: requests ?? 1 };
}

function isReadable(
  message: LoadedMessage | UnreadableMessageError | undefined,
): message is LoadedMessage {
  return message !== undefined && !(message instanceof UnreadableMessageError);
}
