import { openStates } from "@/lib/database/campaign-state";
import type { Sql } from "@/lib/database/sql";
import { needlesOf, type Person } from "./person";
import { cleanSubject, cleanText } from "./scrub";

/** Approvals of one transaction: what was asked for holds a whole request. */
const batch = 20;

interface ApprovalTexts {
  id: string;
  subject: string;
  note: string;
  reason: string | null;
}

/**
 * Those that hold the person, but for campaigns that are under way: what was approved is compared
 * with what goes out.
 */
const next = `SELECT p.id, p.subject, p.note, p.reason FROM approval p WHERE p.service_id = $1 AND p.id > $2
  AND NOT EXISTS (SELECT 1 FROM campaign_order o WHERE o.campaign_id = p.campaign_id AND o.state IN ${openStates})
  AND EXISTS (SELECT 1 FROM unnest($3::text[]) AS n(text) WHERE strpos(p.subject, n.text) > 0 OR strpos(p.note, n.text) > 0 OR strpos(p.reason, n.text) > 0)
  ORDER BY p.id LIMIT ${batch}`;

/**
 * Removes a person from the next approvals. An open one becomes void: its request is no longer the
 * one that was submitted. Returns the id to continue after, null where there are no more.
 */
export async function cleanApprovals(
  tx: Sql,
  person: Person,
  after: string,
): Promise<string | null> {
  const rows = await tx.query<ApprovalTexts>(next, [
    person.serviceId,
    after,
    needlesOf(person).flatMap(twice),
  ]);
  for (const { id, subject, note, reason } of rows)
    await tx.query(
      `UPDATE approval SET subject = $2, note = $3, reason = CASE WHEN state IN ('waiting', 'approved') THEN 'A person’s data was removed.' ELSE $4 END,
         ended_at = coalesce(ended_at, now()), state = CASE WHEN state IN ('waiting', 'approved') THEN 'void' ELSE state END WHERE id = $1`,
      [
        id,
        cleanSubject(subject, person),
        cleanText(note, person),
        reason === null ? null : cleanText(reason, person),
      ],
    );
  return rows.length < batch ? null : (rows.at(-1)?.id ?? null);
}

/** A text, and as it is written in a text within a text. */
function twice(text: string): string[] {
  return [text, JSON.stringify(text).slice(1, -1)];
}
