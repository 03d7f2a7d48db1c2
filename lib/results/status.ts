import { database, type Sql } from "@/lib/database/sql";
import { isId } from "@/lib/database/id";
import { platformOf, type DeviceKind } from "@/lib/interface/device-kinds";
import { countsOf, zero, type Counts } from "./counts";

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
    platform: string;
    status: string;
    code: string;
    description: string;
    updatedAt: string;
  }[];
  /** Pass it as `after` for the following page; null on the last one. */
  next: string | null;
}

const mostRows = 1_000;

/** What became of a message of this service; undefined when the service has no such message. At most 1,000 deliveries a page, 100 by default. */
export async function messageStatus(
  serviceId: string,
  transid: string,
  page: { after?: string; limit?: number } = {},
): Promise<StatusBody | undefined> {
  if (!isId(transid)) return undefined;
  const limit = Math.min(Math.max(page.limit ?? 100, 1), mostRows);
  const after = page.after && isId(page.after) ? page.after : null;
  const read = await database().transaction((tx) => readAll(tx, { serviceId, transid, after, limit }));
  if (!read) return undefined;
  const { message, counts, rows } = read;
  const shown = rows.slice(0, limit);
  return {
    transid,
    state: message.state,
    acceptedAt: message.acceptedAt.toISOString(),
    counts: counts.get(transid) ?? zero,
    deliveries: shown.map(({ destination, destinationType, kind, state, code, description, updatedAt }) => {
      return {
        destination,
        destinationType,
        platform: kind === "" ? "" : platformOf(kind),
        status: state,
        code,
        description,
        updatedAt: updatedAt.toISOString(),
      };
    }),
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

interface Row {
  id: string;
  destination: string;
  destinationType: string;
  kind: DeviceKind | "";
  state: string;
  code: string;
  description: string;
  updatedAt: Date;
}

/** All from one moment: counts that say done next to a delivery that says queued would be no answer. */
async function readAll(
  tx: Sql,
  { serviceId, transid, after, limit }: { serviceId: string; transid: string; after: string | null; limit: number },
): Promise<{ message: { state: string; acceptedAt: Date }; counts: Map<string, Counts>; rows: Row[] } | undefined> {
  await tx.script("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
  const [message] = await tx.query<{ state: string; acceptedAt: Date }>(
    `SELECT state, accepted_at AS "acceptedAt" FROM message WHERE id = $1 AND service_id = $2`,
    [transid, serviceId],
  );
  if (!message) return undefined;
  const counts = await countsOf(tx, [transid]);
  const rows = await tx.query<Row>(
    `SELECT id, coalesce(destination_written, destination) AS destination, destination_type AS "destinationType", kind, state, code, description, updated_at AS "updatedAt" FROM delivery
     WHERE message_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [transid, after, limit + 1],
  );
  return { message, counts, rows };
}
