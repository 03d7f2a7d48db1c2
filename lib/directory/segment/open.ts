import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/row";
import type { Problem } from "@/lib/interface/problem";
import { attributeFaults } from "@/lib/segment/attributes";
import type { Rule } from "@/lib/segment/rule";
import { ruleSentence } from "@/lib/segment/words";
import { NotFoundError } from "@/lib/verb/errors";
import { view } from "@/lib/verb/view";
import { readAttributes } from "../user/attributes";
import type { SegmentRow } from "./list";
import { namesIn, serviceOfSegment, storedRule } from "./rows";

/** A segment with its rule. */
export interface OpenSegment extends SegmentRow {
  serviceId: string;
  rule: Rule;
  /** What of the rule does not fit the attributes of the service any more, at `/rule/…`. */
  faults: Problem[];
}

/** A segment as it is evaluated. */
export interface StoredSegment {
  id: string;
  serviceId: string;
  name: string;
  rule: Rule;
  revision: number;
}

/**
 * A segment of a service as it is stored, in the caller's transaction; undefined for none. The
 * caller has checked the right.
 */
export async function readSegment(
  sql: Sql,
  serviceId: string,
  id: string,
): Promise<StoredSegment | undefined> {
  const [row] = await sql.query<Omit<StoredSegment, "rule"> & { rule: unknown }>(
    `SELECT id, service_id AS "serviceId", name, rule, revision FROM segment WHERE id = $1 AND service_id = $2`,
    [id, serviceId],
  );
  return row && { ...row, rule: storedRule(row.rule) };
}

/** One segment with its rule. Throws `NotFoundError` when there is none. */
export const openSegment = view({
  action: "segment.read",
  input: idSchema,
  service: serviceOfSegment,
  run: async ({ sql, serviceId }, { id }): Promise<OpenSegment> => {
    const segment = await readSegment(sql, serviceId, id);
    const [row] = await sql.query<
      WithDates<
        Pick<SegmentRow, "createdBy" | "createdAt" | "updatedAt">,
        "createdAt" | "updatedAt"
      >
    >(
      `SELECT s.created_at AS "createdAt", s.updated_at AS "updatedAt", m.name AS "createdBy" FROM segment s LEFT JOIN member m ON m.id = s.created_by WHERE s.id = $1`,
      [id],
    );
    if (!segment || !row) throw new NotFoundError("This segment");
    const { rule } = segment;
    return {
      ...segment,
      ...isoTimes(row),
      words: ruleSentence(rule, await namesIn(sql, serviceId, [rule])),
      faults: attributeFaults(rule, await readAttributes(sql, serviceId)),
    };
  },
});
