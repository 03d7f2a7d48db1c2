import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { mask } from "@/lib/describe/description";
import {
  exchangeDays,
  updateExchangeSchema,
  type UpdateExchange,
} from "@/lib/describe/update-exchange";
import { updateNamedSchema } from "@/lib/inputs/update-list";
import { can } from "@/lib/policy/can";
import { NotFoundError } from "@/lib/verb/errors";
import { view } from "@/lib/verb/view";
import {
  fromUpdates,
  shownUpdate,
  updateColumns,
  type UpdateRead,
  type UpdateRow,
} from "./list-updates";

/** One call of a receiver. */
export interface UpdateAttemptRow {
  id: string;
  /** ISO 8601 UTC. */
  at: string;
  durationMs: number;
  /** Null when no answer came. */
  status: number | null;
  /** Null when it was accepted. */
  error: string | null;
  /**
   * The request and the response; null when no request was sent, or when they are no longer stored.
   * Without the right to values the response has no body.
   */
  exchange: UpdateExchange | null;
  /** Whether it is so old that its request and response were removed. */
  isOld: boolean;
}

/** An update with everything that is stored of it. */
export interface UpdateDetail extends UpdateRow {
  serviceId: string;
  notifyAuthId: string;
  /** The text that is sent, masked for those who may not read values. */
  body: string;
  masked: boolean;
  /** Newest first. */
  tries: UpdateAttemptRow[];
}

/** Attempts shown at most: a replay restarts its eleven. */
const mostAttempts = 200;

/**
 * An update with its attempts, at most 200, and the text that is sent. Push ids, callback data and
 * replies in it are shown to those alone who may read values.
 */
export const readUpdate = view({
  action: "service.view",
  input: updateNamedSchema,
  service: serviceOfUpdate,
  run: async ({ sql, actor, serviceId }, { transid, id }): Promise<UpdateDetail> => {
    const [row] = await sql.query<UpdateRead & { notifyAuthId: string; body: string }>(
      `SELECT ${updateColumns}, u.notify_auth_id AS "notifyAuthId", convert_from(u.body, 'UTF8') AS body ${fromUpdates} WHERE u.message_id = $1 AND u.id = $2`,
      [transid, id],
    );
    if (!row) throw new NotFoundError("This update");
    const { notifyAuthId, body, ...read } = row;
    const tries = await sql.query<
      Omit<UpdateAttemptRow, "at" | "exchange"> & { at: Date; exchange: string | null }
    >(
      `SELECT id, at, duration_ms AS "durationMs", status, error, exchange, at < now() - interval '${exchangeDays} days' AS "isOld"
       FROM update_attempt WHERE update_id = $1 ORDER BY id DESC LIMIT ${mostAttempts}`,
      [id],
    );
    const masked = !can(actor, "values.read", serviceId).ok;
    return {
      ...shownUpdate(read),
      serviceId,
      notifyAuthId,
      body: masked ? maskedBody(body) : body,
      masked,
      tries: tries.map(({ at, exchange, ...one }) => ({
        ...one,
        at: at.toISOString(),
        exchange: shownExchange(exchange, masked),
      })),
    };
  },
});

async function serviceOfUpdate(
  sql: Sql,
  { transid, id }: { transid: string; id: string },
): Promise<string | undefined> {
  if (!isId(transid) || !isId(id)) return undefined;
  const [row] = await sql.query<{ serviceId: string }>(
    `SELECT service_id AS "serviceId" FROM "update" WHERE message_id = $1 AND id = $2`,
    [transid, id],
  );
  return row?.serviceId;
}

/**
 * A receiver may repeat what it was sent: the body of its response is shown to those alone who may
 * read that.
 */
function shownExchange(text: string | null, masked: boolean): UpdateExchange | null {
  if (text === null) return null;
  const exchange = updateExchangeSchema.parse(JSON.parse(text));
  return masked && exchange.response
    ? { ...exchange, response: { ...exchange.response, body: null } }
    : exchange;
}

/** Members whose values are people's, or the caller's own business. */
const hidden = new Set(["pushId", "callbackData", "reply", "pushref"]);

/**
 * The body of an update with what is hidden masked; "" stays, because it reveals nothing. A text
 * that is no JSON is not shown at all.
 */
export function maskedBody(body: string): string {
  try {
    return JSON.stringify(
      JSON.parse(body, (name, value: unknown) => (hidden.has(name) && value !== "" ? mask : value)),
    );
  } catch {
    return mask;
  }
}
