import { firstIdAt } from "@/lib/database/id";
import { serviceIdSchema } from "@/lib/inputs/service";
import { parseHttpUrl, withoutUserInfo } from "@/lib/interface/url";
import { now } from "@/lib/runtime/clock";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/**
 * How an endpoint does: takes updates, is tried again, was given up on, is switched off, or was
 * sent nothing of late.
 */
export type EndpointState = "delivering" | "retrying" | "parked" | "off" | "quiet";

/**
 * Where updates of a service go: its own notify URL, hosts that requests named, and webhooks,
 * removed ones too while something of theirs is there.
 */
export interface Endpoint {
  /** "notifyurl", or the id of a webhook. */
  receiver: string;
  /** Of a notify URL: scheme, host and port. "" for a webhook with any address. */
  origin: string;
  /** The address of the webhook or of the service; of others the newest. */
  url: string;
  what: "service" | "requests" | "webhook" | "removed";
  state: EndpointState;
  /** Attempts of the last 24 hours, and how many of them were accepted. */
  attempts: number;
  accepted: number;
  /** Until it answered; null where it never did. */
  medianMs: number | null;
  p95Ms: number | null;
  /** Updates to be sent, of which some failed before. */
  waiting: number;
  retrying: number;
  /** Updates that were given up. */
  parked: number;
}

/** The endpoints of a service; see {@link updateEndpoints}. */
export interface Endpoints {
  rows: Endpoint[];
  /** There are more updates than were looked at: figures are of the newest ones. */
  cut: boolean;
}

/**
 * Updates looked at of each state, the newest: so that the figures come at once, however many there
 * are.
 */
export const mostLookedAt = 5_000;
/** Requests may name a host each. */
const mostEndpoints = 100;
const dayMs = 86_400_000;

const columns = `id, receiver, CASE WHEN receiver = 'notifyurl' THEN origin ELSE '' END AS origin, url, state, attempts`;
const newest = `WITH newest AS (
    (SELECT ${columns} FROM "update" WHERE service_id = $1 AND state = 'sent' AND id >= $2 ORDER BY id DESC LIMIT ${mostLookedAt})
    UNION ALL (SELECT ${columns} FROM "update" WHERE service_id = $1 AND state = 'pending' ORDER BY id DESC LIMIT ${mostLookedAt})
    UNION ALL (SELECT ${columns} FROM "update" WHERE service_id = $1 AND state = 'parked' ORDER BY id DESC LIMIT ${mostLookedAt})
  )`;

interface EndpointCounts extends Pick<
  Endpoint,
  "receiver" | "origin" | "url" | "waiting" | "retrying" | "parked"
> {
  sent: number;
}

interface EndpointFigures extends Pick<
  Endpoint,
  "receiver" | "origin" | "attempts" | "accepted" | "medianMs" | "p95Ms"
> {
  acceptedAt: Date | null;
  failedAt: Date | null;
}

/**
 * Lists the endpoints to which updates of a service went in the last 24 hours, with waiting and
 * parked updates of any age: the service's own endpoints first, then those with the newest updates;
 * at most 100 more. Reads the newest {@link mostLookedAt} updates of each state.
 */
export const updateEndpoints = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }): Promise<Endpoints> => {
    const parameters = [serviceId, firstIdAt(now() - dayMs)] as const;
    const counted = await sql.query<EndpointCounts>(
      `${newest} SELECT receiver, origin, (array_agg(url ORDER BY id DESC))[1] AS url, count(*) FILTER (WHERE state = 'sent')::int AS sent,
       count(*) FILTER (WHERE state = 'pending')::int AS waiting, count(*) FILTER (WHERE state = 'pending' AND attempts > 0)::int AS retrying,
       count(*) FILTER (WHERE state = 'parked')::int AS parked
     FROM newest GROUP BY receiver, origin ORDER BY max(id::text) DESC LIMIT ${mostEndpoints}`,
      [...parameters],
    );
    const measured = await sql.query<EndpointFigures>(
      `${newest} SELECT n.receiver, n.origin, count(*)::int AS attempts, count(*) FILTER (WHERE a.error IS NULL)::int AS accepted,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY a.duration_ms) FILTER (WHERE a.status IS NOT NULL) AS "medianMs",
       percentile_cont(0.95) WITHIN GROUP (ORDER BY a.duration_ms) FILTER (WHERE a.status IS NOT NULL) AS "p95Ms",
       max(a.at) FILTER (WHERE a.error IS NULL) AS "acceptedAt", max(a.at) FILTER (WHERE a.error IS NOT NULL) AS "failedAt"
     FROM newest n JOIN update_attempt a ON a.update_id = n.id WHERE a.at >= now() - interval '24 hours' AND a.id >= $3 GROUP BY n.receiver, n.origin`,
      // Ids of a process whose clock is a day behind are still read.
      [...parameters, firstIdAt(now() - 2 * dayMs)],
    );
    const ownReceivers = await sql.query<{ receiver: string; url: string; off: boolean }>(
      `SELECT 'notifyurl' AS receiver, notifyurl AS url, false AS off FROM service WHERE id = $1 AND notifyurl IS NOT NULL
     UNION ALL (SELECT id::text, url, disabled_at IS NOT NULL FROM webhook WHERE service_id = $1 ORDER BY id LIMIT ${mostEndpoints})`,
      [serviceId],
    );
    const figures = new Map(measured.map((row) => [keyOf(row), row]));
    const own = ownReceivers.map((one) => ({
      ...one,
      origin: one.receiver === "notifyurl" ? (parseHttpUrl(one.url)?.origin ?? "") : "",
    }));
    const ownKeys = new Map(own.map((one) => [keyOf(one), one]));
    const rows = [
      ...own.map((one) => ({
        ...nothing,
        ...counted.find((row) => keyOf(row) === keyOf(one)),
        ...one,
      })),
      ...counted.filter((row) => !ownKeys.has(keyOf(row))).map((row) => ({ ...row, off: false })),
    ];
    const sum = (of: "sent" | "waiting" | "parked") =>
      counted.reduce((total, row) => total + row[of], 0);
    return {
      cut:
        counted.length === mostEndpoints ||
        Math.max(sum("sent"), sum("waiting"), sum("parked")) >= mostLookedAt,
      rows: rows.map((row) => endpoint(row, figures.get(keyOf(row)), ownKeys.has(keyOf(row)))),
    };
  },
});

const nothing = { sent: 0, waiting: 0, retrying: 0, parked: 0 };

function endpoint(
  row: EndpointCounts & { off: boolean },
  figures: EndpointFigures | undefined,
  isOwn: boolean,
): Endpoint {
  const { receiver, origin, url, waiting, retrying, parked } = row;
  const { attempts = 0, accepted = 0, medianMs = null, p95Ms = null } = figures ?? {};
  const what =
    receiver === "notifyurl" ? (isOwn ? "service" : "requests") : isOwn ? "webhook" : "removed";
  return {
    receiver,
    origin,
    url: withoutUserInfo(url),
    what,
    state: stateOfEndpoint(row, figures),
    attempts,
    accepted,
    medianMs,
    p95Ms,
    waiting,
    retrying,
    parked,
  };
}

/**
 * What became of the last attempt decides; where there was none of late, what is left undone does.
 */
function stateOfEndpoint(
  { off, retrying, parked }: EndpointCounts & { off: boolean },
  figures: EndpointFigures | undefined,
): EndpointState {
  if (off) return "off";
  const { acceptedAt = null, failedAt = null } = figures ?? {};
  if (acceptedAt && (!failedAt || acceptedAt >= failedAt)) return "delivering";
  if (retrying > 0) return "retrying";
  if (parked > 0) return "parked";
  return failedAt ? "retrying" : "quiet";
}

function keyOf({ receiver, origin }: { receiver: string; origin: string }): string {
  return `${receiver} ${origin}`;
}
