import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import {
  listUpdatesSchema,
  mostReplayed,
  parkedAtSchema,
  parkedWithinSchema,
  type UpdateState,
} from "@/lib/inputs/update-list";
import { isSendable } from "@/lib/interface/text";
import type { UpdateKind } from "@/lib/interface/update";
import { countRows, pageOf, type PageOf } from "@/lib/verb/page-of";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** An update as lists show it. Times are ISO 8601 UTC. */
export interface UpdateRow {
  id: string;
  transid: string;
  kind: UpdateKind;
  state: UpdateState;
  receiver: string;
  url: string;
  /** Since it was created, or sent again. */
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  /** Whom its message was for; "" where that is gone. */
  destination: string;
  createdAt: string;
  sentAt: string | null;
  /** When it is tried next. */
  nextAt: string | null;
}

/** An update as the database has it. */
export type UpdateRead = WithDates<Omit<UpdateRow, "state">, "createdAt" | "sentAt" | "nextAt"> & {
  state: string;
};

/** A list of updates. */
export interface UpdatePage extends PageOf<UpdateRow> {
  /** Whether there are more than are looked through. */
  cut: boolean;
}

const rowsOfPage = 50;
/** So many of the newest are looked through where no index shows which fit. */
export const mostUpdatesSearched = 20_000;

/** Of an update, as {@link UpdateRead}. */
export const updateColumns = `u.id, u.message_id AS transid, u.kind, u.state, u.receiver, regexp_replace(u.url, '//[^/?#]*@', '//…@') AS url, u.attempts, u.last_status AS "lastStatus", u.last_error AS "lastError",
  coalesce(d.destination_written, d.destination, '') AS destination, u.created_at AS "createdAt", u.sent_at AS "sentAt", u.next_at AS "nextAt"`;
/** Where {@link updateColumns} come from. */
export const fromUpdates = `FROM "update" u LEFT JOIN delivery d ON d.message_id = u.message_id AND d.id = u.delivery_id`;
const fitting = `u.service_id = $1 AND u.state = $2 AND ($3::boolean IS NULL OR (u.attempts > 0) = $3) AND ($4::text IS NULL OR u.kind = $4)
  AND ($5::text IS NULL OR u.receiver = $5) AND ($6::text IS NULL OR u.origin = $6) AND ($7::uuid IS NULL OR u.id >= $7)`;

const stored: Record<UpdateState, { state: string; tried: boolean | null }> = {
  parked: { state: "parked", tried: null },
  retrying: { state: "pending", tried: true },
  waiting: { state: "pending", tried: false },
  sent: { state: "sent", tried: null },
};

/**
 * Updates of a service in one state, newest first, 50 a page. Where they are narrowed, the newest
 * {@link mostUpdatesSearched} of the state are looked through.
 */
export const listUpdates = view({
  action: "service.view",
  input: listUpdatesSchema,
  service: serviceNamed,
  run: async (
    { sql, serviceId },
    { state, kind, receiver, origin, after, before },
  ): Promise<UpdatePage> => {
    if (![receiver, origin].every((one) => one === undefined || isSendable(one)))
      return { rows: [], next: null, previous: null, total: 0, cut: false };
    const { state: storedState, tried } = stored[state];
    const narrowed = tried !== null || [kind, receiver, origin].some((one) => one !== undefined);
    const last = narrowed ? await lastSearched(sql, serviceId, storedState) : undefined;
    const parameters = [
      serviceId,
      storedState,
      tried,
      kind ?? null,
      receiver ?? null,
      origin ?? null,
      last ?? null,
    ] as const;
    const page = await pageOf(
      { after, before, limit: rowsOfPage },
      undefined,
      ({ place, back, limit }) =>
        sql.query<UpdateRead>(
          back
            ? `SELECT ${updateColumns} ${fromUpdates} WHERE ${fitting} AND ($8::uuid IS NULL OR u.id > $8) ORDER BY u.id LIMIT $9`
            : `SELECT ${updateColumns} ${fromUpdates} WHERE ${fitting} AND ($8::uuid IS NULL OR u.id < $8) ORDER BY u.id DESC LIMIT $9`,
          [...parameters, place?.id ?? null, limit],
        ),
      () =>
        sql.query<{ n: number }>(countRows(`FROM "update" u WHERE ${fitting}`), [...parameters]),
    );
    return { ...page, rows: page.rows.map(shownUpdate), cut: last !== undefined };
  },
});

/** The oldest update that is looked through, where there are older ones. */
async function lastSearched(
  sql: Sql,
  serviceId: string,
  state: string,
): Promise<string | undefined> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM "update" WHERE service_id = $1 AND state = $2 ORDER BY id DESC OFFSET ${mostUpdatesSearched} LIMIT 1`,
    [serviceId, state],
  );
  return rows[0]?.id;
}

/** An update as it is shown. */
export function shownUpdate({ state, ...row }: UpdateRead): UpdateRow {
  return {
    ...isoTimes(row),
    state:
      state === "pending"
        ? row.attempts > 0
          ? "retrying"
          : "waiting"
        : state === "sent"
          ? "sent"
          : "parked",
  };
}

/**
 * How many updates are parked at an endpoint, as far as they can be sent again in one go and one
 * more.
 */
export const countParked = view({
  action: "update.replay",
  input: parkedAtSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { receiver, origin }): Promise<number> => {
    const [counted] = await sql.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM (
       SELECT 1 FROM "update" WHERE service_id = $1 AND receiver = $2 AND ($3 = '' OR origin = $3) AND origin <> '' AND state = 'parked' LIMIT ${mostReplayed + 1}
     ) x`,
      [serviceId, receiver, origin],
    );
    return counted?.n ?? 0;
  },
});

/**
 * Counts the parked updates that were created in a time span, up to {@link mostReplayed} and one
 * more.
 */
export const countParkedWithin = view({
  action: "update.replay",
  input: parkedWithinSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { from, to }): Promise<number> => {
    const [counted] = await sql.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM (
       SELECT 1 FROM "update" WHERE service_id = $1 AND state = 'parked' AND origin <> '' AND created_at >= $2 AND created_at < $3 LIMIT ${mostReplayed + 1}
     ) x`,
      [serviceId, from.toISOString(), to.toISOString()],
    );
    return counted?.n ?? 0;
  },
});
