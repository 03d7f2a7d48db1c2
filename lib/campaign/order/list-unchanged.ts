import { database, type Sql } from "@/lib/database/sql";
import { listEdits } from "@/lib/directory/audience/editing";
import { lastWriter } from "@/lib/verb/assert-current";
import { ConflictError, NotFoundError } from "@/lib/verb/errors";
import type { CampaignPlan, Order } from "./plan";
import { assertSegmentIs, lockSegment } from "./segment";

interface List {
  revision: number;
  serviceId: string;
}

/**
 * Locks the list or segment of an order against edits until the end of the transaction: before its
 * campaign, as an edit of the list does.
 */
export async function lockList(
  tx: Sql,
  { audienceId, segment }: Pick<Order, "audienceId" | "segment">,
): Promise<void> {
  if (segment) await lockSegment(tx, segment.id);
  if (audienceId !== null)
    await tx.query("SELECT 1 FROM audience WHERE id = $1 FOR SHARE", [audienceId]);
}

/**
 * Locks the list of an order until the end of the transaction, in which the order is written: a
 * concurrent edit waits, and finds the order. Throws `ConflictError` for an order whose list or
 * segment changed since it was counted.
 */
export async function assertListUnchanged(
  tx: Sql,
  { audienceId, segment }: Pick<Order, "audienceId" | "segment">,
  { listRevision }: CampaignPlan,
): Promise<void> {
  if (segment) await assertSegmentIs(tx, segment.id, listRevision);
  if (audienceId === null) return;
  const [list] = await tx.query<List>(
    `SELECT revision, service_id AS "serviceId" FROM audience WHERE id = $1 FOR SHARE`,
    [audienceId],
  );
  if (list?.revision !== listRevision) throw await listConflict(tx, audienceId, list);
}

/**
 * Throws `ConflictError` for a plan of another revision of the list or segment than the one whose
 * recipients were confirmed; `confirmed`: null or undefined where no revision was confirmed.
 */
export async function assertListConfirmed(
  { audienceId, segment }: Pick<Order, "audienceId" | "segment">,
  { listRevision }: CampaignPlan,
  confirmed: number | null | undefined,
): Promise<void> {
  if (confirmed == null || listRevision === null || listRevision === confirmed) return;
  if (segment) await assertSegmentIs(database(), segment.id, confirmed);
  if (audienceId === null) return;
  const [list] = await database().query<List>(
    `SELECT revision, service_id AS "serviceId" FROM audience WHERE id = $1`,
    [audienceId],
  );
  throw await listConflict(database(), audienceId, list);
}

async function listConflict(sql: Sql, audienceId: string, list: List | undefined): Promise<Error> {
  if (!list) return new NotFoundError("This list");
  const { revision, serviceId } = list;
  const editor = await lastWriter(sql, {
    actions: listEdits,
    serviceId,
    entity: audienceId,
  });
  const message =
    "The list was changed in the meantime. Check its number of recipients, then try again.";
  return new ConflictError({ revision, ...editor, theirs: {} }, { pointer: "", message });
}
