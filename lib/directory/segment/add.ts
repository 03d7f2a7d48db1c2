import { memberIdOf } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import { addSegmentSchema, mostSegments } from "@/lib/inputs/segment";
import { leavesOf } from "@/lib/segment/rule";
import { rejectInput, unlessTaken } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { assertFits, nameInUse } from "./rows";

/**
 * Stores a segment of a service. Refuses a rule that does not fit the attributes of the service,
 * with pointers into it, and the name of another segment.
 */
export const addSegment = verb({
  action: "segment.add",
  input: addSegmentSchema,
  service: serviceNamed,
  run: async ({ tx, actor, serviceId }, { name, rule }) => {
    await assertFits(tx, serviceId, rule);
    const [row] = await tx.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM segment WHERE service_id = $1`,
      [serviceId],
    );
    if ((row?.n ?? 0) >= mostSegments)
      rejectInput(
        `A service can have ${mostSegments.toLocaleString("en")} segments at most. Remove one first.`,
      );
    const id = newId();
    await unlessTaken(
      tx.query(
        "INSERT INTO segment (id, service_id, name, rule, created_by, updated_by) VALUES ($1, $2, $3, $4::jsonb, $5, $5)",
        [id, serviceId, name, JSON.stringify(rule), memberIdOf(actor)],
      ),
      nameInUse(name),
      "/name",
    );
    const event = { name, conditions: leavesOf(rule).length };
    return { row: { id, name, rule, revision: 1 }, entity: id, event };
  },
});
