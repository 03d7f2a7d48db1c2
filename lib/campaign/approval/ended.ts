import type { Sql } from "@/lib/database/sql";
import { writerName, type Conflict } from "@/lib/inputs/answer";
import { lastWriter } from "@/lib/verb/assert-current";
import { ConflictError } from "@/lib/verb/errors";
import { askedAgain } from "./open";

/** How a request for approval stands, and its campaign. */
interface Ended {
  state: string;
  /** Why it is void, as far as it is. */
  reason: string | null;
  decider: string | null;
  decidedAt: Date | null;
  /** Of the campaign. */
  revision: number;
  editor: string | null;
  editedAt: Date;
  /** The campaign was changed when the request ended, or later. */
  edited: boolean;
}

interface Asked {
  id: string;
  campaignId: string;
  serviceId: string;
}

/**
 * Makes the conflict of a member whose request for approval another member decided, withdrew, replaced or made void by a change of the draft. Undefined for one that is open,
 * that expired, or that ended because something else than the draft had changed.
 */
export async function endedConflict(tx: Sql, asked: Asked): Promise<ConflictError | undefined> {
  const [ended] = await tx.query<Ended>(
    `SELECT p.state, p.reason, d.name AS decider, p.decided_at AS "decidedAt", c.revision, m.name AS editor, c.updated_at AS "editedAt",
       coalesce(c.updated_at >= p.ended_at, false) AS edited
     FROM approval p JOIN campaign c ON c.id = p.campaign_id LEFT JOIN member d ON d.id = p.decided_by LEFT JOIN member m ON m.id = c.updated_by
     WHERE p.id = $1`,
    [asked.id],
  );
  const deed = ended && (await deedOf(tx, ended, asked));
  if (!deed) return undefined;
  const { by, at, did } = deed;
  const message = `${by} ${did} in the meantime. Load the page again to see its status.`;
  return new ConflictError({ revision: ended.revision, by, at, theirs: { state: ended.state } }, { pointer: "", message });
}

async function deedOf(
  tx: Sql,
  { state, reason, decider, decidedAt, editor, editedAt, edited }: Ended,
  { campaignId, serviceId }: Asked,
): Promise<(Pick<Conflict, "by" | "at"> & { did: string }) | undefined> {
  const decided = { by: writerName(decider, true), at: decidedAt?.toISOString() ?? null };
  const asker = () => lastWriter(tx, { action: "campaign.ask", serviceId, entity: campaignId });
  switch (state) {
    case "approved":
    case "used":
      return { ...decided, did: "approved this request" };
    case "declined":
      return { ...decided, did: "declined this request" };
    case "withdrawn":
      return { ...(await asker()), did: "withdrew this request" };
    case "void":
      if (reason === askedAgain) return { ...(await asker()), did: "requested approval again" };
      return edited ? { by: writerName(editor, true), at: editedAt.toISOString(), did: "changed this message" } : undefined;
    default:
      return undefined;
  }
}
