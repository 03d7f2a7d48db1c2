import { browserName } from "@/lib/auth/browser-name";
import { memberIdOf } from "@/lib/auth/member";
import { sessionsOf, type OpenSession } from "@/lib/auth/sessions";
import { isId } from "@/lib/database/id";
import { idSchema, nothingSchema } from "@/lib/inputs/row";
import { rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { view } from "@/lib/verb/view";

/** A session in the list of its member. */
export interface SessionRow extends Omit<OpenSession, "userAgent"> {
  /** "Chrome on Linux". */
  browser: string;
  /** The one that they look from. */
  here: boolean;
}

/** The sessions of the signed-in member, the one that was used last first. */
export const listOwnSessions = view({
  action: "ownSession.end",
  input: nothingSchema,
  service: noService,
  run: async ({ sql, actor }): Promise<SessionRow[]> => {
    if (actor.kind !== "member") return [];
    const sessions = await sessionsOf(sql, actor.id);
    return sessions.map(({ userAgent, ...session }) => ({
      ...session,
      browser: browserName(userAgent),
      here: session.id === actor.sessionId,
    }));
  },
});

/**
 * Ends another session of the signed-in member: it is signed out with its next request. Does
 * nothing where it has ended, or is none of theirs.
 */
export const endOwnSession = verb({
  action: "ownSession.end",
  input: idSchema,
  service: noService,
  run: async ({ tx, actor }, { id }) => {
    const memberId = memberIdOf(actor) ?? rejectInput("Only a person has sessions.");
    if (actor.kind === "member" && actor.sessionId === id)
      rejectInput("This is your current session. Sign out instead.");
    const ended = isId(id)
      ? await tx.prisma.session.deleteMany({ where: { id, memberId } })
      : { count: 0 };
    if (ended.count === 0) return { unchanged: null };
    return { row: null, entity: id, event: {} };
  },
});
