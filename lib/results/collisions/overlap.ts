import type { Sql } from "@/lib/database/sql";
import { composedOf } from "@/lib/inputs/compose";
import { recipientsIn } from "@/lib/plan/requests";

/** Where an order takes its recipients from. */
export interface Audience {
  orderId: string;
  /** Null: they are in its request, or of a segment that is evaluated when it is sent. */
  audienceId: string | null;
  segmentId: string | null;
  recipients: number;
}

/** How many recipients two orders share. */
interface Overlap {
  recipients: number;
  /** False where it is estimated from a sample. */
  exact: boolean;
}

/** Recipients of the smaller of two that are looked up in the other one. */
const mostSampled = 500;

/**
 * Returns how many recipients each pair of orders shares, in the order of the pairs: by an
 * identifier of the same kind. A larger list is sampled at even distances, so that a pair costs at
 * most {@link mostSampled} look-ups by a key, of any size. Who is in a segment that is
 * evaluated when it is sent is not compared, but for two orders to the same segment.
 */
export async function overlapsOf(
  sql: Sql,
  pairs: readonly (readonly [Audience, Audience])[],
): Promise<Overlap[]> {
  const typed = await typedRecipients(sql, pairs.flat());
  const lists = await overlapsOfLists(sql, pairs);
  const mixed = await overlapsOfTyped(sql, pairs, typed);
  return pairs.map(([one, other], index) => {
    const fewest = Math.min(one.recipients, other.recipients);
    if (one.audienceId !== null && one.audienceId === other.audienceId)
      return { recipients: fewest, exact: true };
    if (isUnevaluated(one) || isUnevaluated(other)) {
      const isSame = one.segmentId !== null && one.segmentId === other.segmentId;
      return { recipients: isSame ? fewest : 0, exact: false };
    }
    if (one.audienceId === null && other.audienceId === null)
      return sharedTyped(typed.get(one.orderId), typed.get(other.orderId));
    return lists.get(index) ?? mixed.get(index) ?? { recipients: 0, exact: true };
  });
}

const isUnevaluated = ({ audienceId, segmentId }: Audience) =>
  audienceId === null && segmentId !== null;
const isTyped = ({ audienceId, segmentId }: Audience) => audienceId === null && segmentId === null;

type TypedRecipients = ReadonlyMap<string, { type: string; id: string }>;

/** The recipients in the requests of orders without a list, by order. */
async function typedRecipients(
  sql: Sql,
  audiences: readonly Audience[],
): Promise<Map<string, TypedRecipients>> {
  const ids = audiences.filter(isTyped).map(({ orderId }) => orderId);
  const rows = await sql.query<{ id: string; request: string }>(
    "SELECT id, request FROM campaign_order WHERE id = ANY($1::uuid[])",
    [[...new Set(ids)]],
  );
  return new Map(
    rows.map(({ id, request }) => [
      id,
      new Map(
        recipientsIn(composedOf(request).request.destination).map((recipient) => [
          `${recipient.type} ${recipient.id}`,
          { type: recipient.type, id: recipient.id },
        ]),
      ),
    ]),
  );
}

function sharedTyped(
  one: TypedRecipients = new Map(),
  other: TypedRecipients = new Map(),
): Overlap {
  return { recipients: [...one.keys()].filter((key) => other.has(key)).length, exact: true };
}

/** Of pairs of two different lists, by the place of the pair. */
async function overlapsOfLists(
  sql: Sql,
  pairs: readonly (readonly [Audience, Audience])[],
): Promise<Map<number, Overlap>> {
  const places: number[] = [];
  const smaller: Audience[] = [];
  const larger: Audience[] = [];
  for (const [place, pair] of pairs.entries()) {
    const [one, other] = pair.toSorted((a, b) => a.recipients - b.recipients);
    if (!one?.audienceId || !other?.audienceId || one.audienceId === other.audienceId) continue;
    places.push(place);
    smaller.push(one);
    larger.push(other);
  }
  const rows = await sql.query<{ n: number; places: number; sampled: number; shared: number }>(
    `SELECT p.n::int AS n, s.places::int AS places, s.sampled::int AS sampled, s.shared::int AS shared
     FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS p(smaller, larger, n)
     CROSS JOIN LATERAL (
       SELECT max(e.places) AS places, count(a.audience_id) AS sampled, count(b.audience_id) AS shared
       FROM (SELECT coalesce(max(position), -1) + 1 AS places FROM audience_recipient WHERE audience_id = p.smaller) e
         CROSS JOIN generate_series(0, least(e.places, ${mostSampled}) - 1) AS g(k)
         JOIN audience_recipient a ON a.audience_id = p.smaller AND a.position = (g.k::bigint * e.places / least(e.places, ${mostSampled}))::int
         LEFT JOIN audience_recipient b ON b.audience_id = p.larger AND b.destination_type = a.destination_type AND b.hash = a.hash
     ) s WHERE s.sampled > 0`,
    [smaller.map((one) => one.audienceId ?? ""), larger.map((one) => one.audienceId ?? "")],
  );
  return new Map(
    rows.map(({ n, places: all, sampled, shared }) => {
      const recipients = smaller[n - 1]?.recipients ?? 0;
      return [
        places[n - 1] ?? -1,
        estimateOf({ recipients, sampled, shared, exact: all <= mostSampled }),
      ];
    }),
  );
}

/** Of pairs of a list and a request, by the place of the pair. */
async function overlapsOfTyped(
  sql: Sql,
  pairs: readonly (readonly [Audience, Audience])[],
  typed: ReadonlyMap<string, TypedRecipients>,
): Promise<Map<number, Overlap>> {
  const samples = new Map<number, { all: number; sampled: number }>();
  const probes: { place: number; list: string; type: string; id: string }[] = [];
  for (const [place, [one, other]] of pairs.entries()) {
    const request = [one, other].find(isTyped);
    const list = (one.audienceId ?? other.audienceId) || undefined;
    const recipients = request && typed.get(request.orderId);
    if (!recipients || list === undefined) continue;
    const sample = [...recipients.values()].slice(0, mostSampled);
    samples.set(place, { all: recipients.size, sampled: sample.length });
    probes.push(...sample.map(({ type, id }) => ({ place, list, type, id })));
  }
  const rows = await sql.query<{ n: number; shared: number }>(
    `SELECT p.n, count(*)::int AS shared FROM unnest($1::int[], $2::uuid[], $3::text[], $4::text[]) AS p(n, list, type, destination)
     JOIN audience_recipient r ON r.audience_id = p.list AND r.destination_type = p.type AND r.hash = sha256(convert_to(p.destination, 'UTF8')) GROUP BY p.n`,
    [
      probes.map(({ place }) => place),
      probes.map(({ list }) => list),
      probes.map(({ type }) => type),
      probes.map(({ id }) => id),
    ],
  );
  return new Map(
    rows.map(({ n, shared }) => {
      const { all, sampled } = samples.get(n) ?? { all: 0, sampled: 0 };
      return [n, estimateOf({ recipients: all, sampled, shared, exact: all <= mostSampled })];
    }),
  );
}

/** What was counted in a sample, for all recipients of the smaller one. */
function estimateOf({
  recipients,
  sampled,
  shared,
  exact,
}: {
  recipients: number;
  sampled: number;
  shared: number;
  exact: boolean;
}): Overlap {
  return {
    recipients: exact ? shared : Math.round((recipients * shared) / Math.max(1, sampled)),
    exact,
  };
}
