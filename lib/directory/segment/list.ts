import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { listSegmentsSchema, mostSegments } from "@/lib/inputs/segment";
import { isSendable } from "@/lib/interface/text";
import { ruleSentence } from "@/lib/segment/words";
import { countRows, pageOf, type PageOf, type SortKey } from "@/lib/verb/page-of";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { namesIn, storedRule } from "./rows";

/** A segment, as a list shows it. Times are ISO 8601 UTC. */
export interface SegmentRow {
  id: string;
  name: string;
  /** Its rule, in words: "iOS users who did not read anything for 30 days". */
  words: string;
  revision: number;
  createdBy: string | null;
  createdAt: string;
  updatedAt: string;
}

type Row = WithDates<Omit<SegmentRow, "words">, "createdAt" | "updatedAt"> & { rule: unknown };

const select = `SELECT s.id, s.name, s.rule, s.revision, s.created_at AS "createdAt", s.updated_at AS "updatedAt", m.name AS "createdBy"
  FROM segment s LEFT JOIN member m ON m.id = s.created_by`;
const fitting = "s.service_id = $1 AND ($2::text IS NULL OR strpos(lower(s.name), lower($2)) > 0)";
const ascending = `${select} WHERE ${fitting} AND ($3::text IS NULL OR (lower(s.name), s.id) > (lower($3::text), $4::uuid)) ORDER BY lower(s.name), s.id LIMIT $5`;
const descending = `${select} WHERE ${fitting} AND ($3::text IS NULL OR (lower(s.name), s.id) < (lower($3::text), $4::uuid)) ORDER BY lower(s.name) DESC, s.id DESC LIMIT $5`;

const byName: SortKey<Row> = { of: ({ name }) => name, fits: /^.{1,400}$/su };

/**
 * The segments of a service by name; none for a text that no name can hold. 50 a page by default,
 * at most all that a service may have.
 */
export const listSegments = view({
  action: "segment.read",
  input: listSegmentsSchema,
  service: serviceNamed,
  run: async (
    { sql, serviceId },
    { text, sort, after, before, limit: rows = 50 },
  ): Promise<PageOf<SegmentRow>> => {
    if (text !== undefined && !isSendable(text))
      return { rows: [], next: null, previous: null, total: 0 };
    const filter = [serviceId, text || null] as const;
    const page = await pageOf(
      { after, before, limit: Math.min(Math.max(rows, 1), mostSegments) },
      byName,
      ({ place, back, limit }) =>
        sql.query<Row>(sort.startsWith("-") === back ? ascending : descending, [
          ...filter,
          place?.key ?? null,
          place?.id ?? null,
          limit,
        ]),
      () => sql.query<{ n: number }>(countRows(`FROM segment s WHERE ${fitting}`), [...filter]),
    );
    const rules = page.rows.map(({ rule }) => storedRule(rule));
    const names = await namesIn(sql, serviceId, rules);
    return {
      ...page,
      rows: page.rows.map(({ rule, ...row }) => ({
        ...isoTimes(row),
        words: ruleSentence(storedRule(rule), names),
      })),
    };
  },
});
