import { z } from "zod";
import { database, type Sql } from "@/lib/database/sql";
import { statusQuerySchema } from "@/lib/inputs/status";
import { platformOf, type Platform } from "@/lib/interface/device-kinds";
import type { DeliveryState } from "@/lib/interface/update";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceOfMessage } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { countsOf, zero, type Counts } from "./counts";
import type { DeliveryRead } from "./read-deliveries";

/** Body of `GET /resources/v1/messaging/{transid}`. */
export interface StatusBody {
  transid: string;
  state: string;
  /** ISO 8601 UTC, as all times here. */
  acceptedAt: string;
  counts: Counts;
  deliveries: {
    destination: string;
    destinationType: string;
    /** android, ios or web; empty for an unknown user. */
    platform: Platform | "";
    status: DeliveryState;
    code: string;
    description: string;
    updatedAt: string;
  }[];
  /** Pass it as `after` for the following page; null on the last one. */
  next: string | null;
}

const mostRows = 1_000;

/**
 * What became of a message. At most 1,000 deliveries a page, 100 by default. Throws
 * `NotFoundError`.
 */
export const messageStatus = view({
  action: "service.view",
  input: statusQuerySchema.extend({ transid: z.string() }),
  service: serviceOfMessage,
  run: async ({ serviceId }, { transid, after, limit = 100 }): Promise<StatusBody> => {
    const most = Math.min(Math.max(limit, 1), mostRows);
    const { message, counts, rows } = await database().transaction((tx) =>
      readAll(tx, { serviceId, transid, after: after ?? null, limit: most }),
    );
    const pageRows = rows.slice(0, most);
    return {
      transid,
      state: message.state,
      acceptedAt: message.acceptedAt.toISOString(),
      counts: counts.get(transid) ?? zero,
      deliveries: pageRows.map(
        ({ destination, destinationType, kind, state, code, description, updatedAt }) => {
          return {
            destination,
            destinationType,
            platform: kind === "" ? "" : platformOf(kind),
            status: state,
            code,
            description,
            updatedAt: updatedAt.toISOString(),
          };
        },
      ),
      next: rows.length > most ? (pageRows.at(-1)?.id ?? null) : null,
    };
  },
});

type Row = Pick<
  DeliveryRead,
  "id" | "destination" | "destinationType" | "kind" | "state" | "code" | "description" | "updatedAt"
>;

/**
 * All from one moment: counts that say done next to a delivery that says queued would be no answer.
 */
async function readAll(
  tx: Sql,
  {
    serviceId,
    transid,
    after,
    limit,
  }: { serviceId: string; transid: string; after: string | null; limit: number },
): Promise<{
  message: { state: string; acceptedAt: Date };
  counts: Map<string, Counts>;
  rows: Row[];
}> {
  await tx.script("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
  const [message] = await tx.query<{ state: string; acceptedAt: Date }>(
    `SELECT state, accepted_at AS "acceptedAt" FROM message WHERE id = $1 AND service_id = $2`,
    [transid, serviceId],
  );
  if (!message) throw new NotFoundError("This message");
  const counts = await countsOf(tx, [transid]);
  const rows = await tx.query<Row>(
    `SELECT id, coalesce(destination_written, destination) AS destination, destination_type AS "destinationType", kind, state, code, description, updated_at AS "updatedAt" FROM delivery
     WHERE message_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [transid, after, limit + 1],
  );
  return { message, counts, rows };
}
