import { memberIdOf } from "@/lib/auth/member";
import { seenNoticesSchema } from "@/lib/inputs/notice";
import { rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

/**
 * Stores that the signed-in member has seen what began until then. It never goes back, nor beyond
 * now.
 */
export const seeNotices = verb({
  action: "notice.see",
  input: seenNoticesSchema,
  service: noService,
  run: async ({ tx, actor }, { until }) => {
    const id = memberIdOf(actor) ?? rejectInput("Only a person has notices.");
    await tx.query(
      `INSERT INTO notice_settings (member_id, seen_at) VALUES ($1, least($2::timestamptz, now()))
     ON CONFLICT (member_id) DO UPDATE SET seen_at = greatest(notice_settings.seen_at, excluded.seen_at)`,
      [id, until],
    );
    return { row: null };
  },
});
