import { memberIdOf } from "@/lib/auth/member";
import type { Sql } from "@/lib/database/sql";
import type { NoticeKind } from "@/lib/inputs/notice";
import { nothingSchema } from "@/lib/inputs/row";
import type { Action } from "@/lib/policy/actions";
import { can, type Actor } from "@/lib/policy/can";
import { noService } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { findNotices, servicesAfter } from "./find";
import { inTurn } from "./in-turn";
import type { Notice } from "./words";

/** Services of an installation owner that are looked through. */
const mostServices = 1_000;
/**
 * Notices of each kind that are looked for in all services together, and of those in each: between
 * the least and the most.
 */
const [mostOfKind, leastOfEach, mostOfEach] = [10_000, 10, 100];
/** Notices that are listed. */
const mostListed = 900;

/** Who gets which notice: those who can do something about it. */
const rightFor: Record<NoticeKind, Action> = {
  credential: "credential.save",
  campaign: "campaign.send",
  approval: "approval.decide",
  receiver: "update.replay",
  key: "serviceKey.reroll",
};

/** Whether a member gets a notice. */
export function isFor(
  actor: Actor,
  { kind, serviceId, only, notFor }: Pick<Notice, "kind" | "serviceId" | "only" | "notFor">,
): boolean {
  const id = memberIdOf(actor);
  if (only !== undefined) return only === id && can(actor, "service.view", serviceId).ok;
  return notFor?.includes(id) !== true && can(actor, rightFor[kind], serviceId).ok;
}

/** A notice, and whether it began after the member last looked. */
export type NoticeRow = Omit<Notice, "only" | "notFor"> & { unseen: boolean };

/** The notices of the signed-in member, in all of their services, the latest first. */
export const listNotices = view({
  action: "notice.see",
  input: nothingSchema,
  service: noService,
  run: async ({ sql, actor }): Promise<NoticeRow[]> => noticesOf(sql, actor),
});

/** How many of them began after the signed-in member last looked. */
export const countNotices = view({
  action: "notice.see",
  input: nothingSchema,
  service: noService,
  run: async ({ sql, actor }): Promise<number> => {
    const rows = await noticesOf(sql, actor);
    return rows.filter(({ unseen }) => unseen).length;
  },
});

async function noticesOf(sql: Sql, actor: Actor): Promise<NoticeRow[]> {
  if (actor.kind !== "member") return [];
  const [settings] = await sql.query<{ seenAt: Date | null }>(
    'SELECT seen_at AS "seenAt" FROM notice_settings WHERE member_id = $1',
    [memberIdOf(actor)],
  );
  const seenAt = settings?.seenAt?.toISOString() ?? "";
  const services = actor.installationOwner
    ? await servicesAfter(sql, null, mostServices)
    : Object.keys(actor.services).slice(0, mostServices);
  const most = Math.min(
    mostOfEach,
    Math.max(leastOfEach, Math.floor(mostOfKind / services.length)),
  );
  const notices = await findNotices(sql, { services, most });
  const own = notices.filter((notice) => isFor(actor, notice));
  return inTurn(own, mostListed)
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .map((notice) => {
      const { only: _, notFor: __, ...fields } = notice;
      return { ...fields, unseen: notice.at > seenAt };
    });
}
