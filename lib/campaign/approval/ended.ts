import type { Sql } from "@/lib/database/sql";
import { writerName, type Conflict } from "@/lib/inputs/answer";
import { lastWriter } from "@/lib/verb/assert-current";
import { ConflictError } from "@/lib/verb/errors";
import { voidBy } from "./open";

/** How a request for approval stands, and its campaign. */
interface RequestRow {
  state: string;
  /** Why it is void, as far as it is. */
  reason: string | null;
  decider: string | null;
  decidedAt: Date | null;
  /** Of the campaign. */
  revision: number;
  endedAt: Date | null;
  editor: string | null;
  /** Whether the change that ended the request is the last of its campaign, so of the editor. */
  isLast: boolean;
}

interface ApprovalRequest {
  id: string;
  campaignId: string;
  serviceId: string;
}

/**
 * Returns the conflict for a request for approval that another member decided, withdrew, replaced,
 * or voided by changing, archiving or sending the campaign. Undefined for a request that is open,
 * that expired, or that ended because something other than the campaign had changed.
 */
export async function endedConflict(
  tx: Sql,
  request: ApprovalRequest,
): Promise<ConflictError | undefined> {
  const [ended] = await tx.query<RequestRow>(
    `SELECT p.state, p.reason, d.name AS decider, p.decided_at AS "decidedAt", c.revision, p.ended_at AS "endedAt", m.name AS editor,
       coalesce(c.updated_at = p.ended_at, false) AS "isLast"
     FROM approval p JOIN campaign c ON c.id = p.campaign_id LEFT JOIN member d ON d.id = p.decided_by LEFT JOIN member m ON m.id = c.updated_by
     WHERE p.id = $1`,
    [request.id],
  );
  const deed = ended && (await deedOf(tx, ended, request));
  if (!deed) return undefined;
  const { by, at, did } = deed;
  const message = `${did} in the meantime. Load the page again to see its status.`;
  return new ConflictError(
    { revision: ended.revision, by, at, theirs: { state: ended.state } },
    { pointer: "", message },
  );
}

/** Who ended a request, when, and what they did, as the start of a sentence. */
type RequestEnd = Pick<Conflict, "by" | "at"> & { did: string };

async function deedOf(
  tx: Sql,
  ended: RequestRow,
  { campaignId, serviceId }: ApprovalRequest,
): Promise<RequestEnd | undefined> {
  const { state, reason, decider, decidedAt } = ended;
  const decided = { by: writerName(decider, true), at: decidedAt?.toISOString() ?? null };
  const asker = () => lastWriter(tx, { actions: ["approval.ask"], serviceId, entity: campaignId });
  switch (state) {
    case "approved":
    case "used":
      return deedBy(decided, "approved this request");
    case "declined":
      return deedBy(decided, "declined this request");
    case "withdrawn":
      return deedBy(await asker(), "withdrew this request");
    case "void":
      return reason === voidBy.askedAgain
        ? deedBy(await asker(), "requested approval again")
        : changeOf(ended);
    default:
      return undefined;
  }
}

function deedBy({ by, at }: Pick<Conflict, "by" | "at">, did: string): RequestEnd {
  return { by, at, did: `${by} ${did}` };
}

/** What a member did to a campaign by which its request became void, and to what of it. */
const changes = new Map<string | null, [did: string, what: string]>([
  [voidBy.changed, ["changed", "message"]],
  [voidBy.archived, ["archived", "campaign"]],
  [voidBy.ordered, ["sent or scheduled", "message"]],
]);

/**
 * Names no one where the campaign was changed again since, by a new name for one: only its last
 * editor is stored.
 */
function changeOf({ reason, endedAt, editor, isLast }: RequestRow): RequestEnd | undefined {
  const [did, what] = changes.get(reason) ?? [];
  if (did === undefined) return undefined;
  const by = writerName(isLast ? editor : null, true);
  return {
    by,
    at: endedAt?.toISOString() ?? null,
    did: isLast ? `${by} ${did} this ${what}` : `This ${what} was ${did}`,
  };
}
