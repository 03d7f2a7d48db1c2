import type { Actor } from "@/lib/auth/member";
import { database } from "@/lib/database/sql";
import { audit } from "@/lib/directory/audit";
import { replayUpdates, type Replay } from "@/lib/updates/replay";
import { wake } from "./wake";

/**
 * Sends delivery updates again, for a member or a program, and keeps who asked for it. Throws `ForbiddenError` as `replayUpdates` does.
 *
 * @returns how many will be sent
 */
export async function replay(actor: Actor, what: Replay): Promise<number> {
  const count = await database().transaction(async (tx) => {
    const due = await replayUpdates(tx, actor, what);
    const entity = "ids" in what ? (what.ids[0] ?? "") : "serviceId" in what ? what.serviceId : what.messageId;
    if (due > 0) await audit(tx, actor, "update.replay", entity, actor.kind === "serviceKey" ? actor.serviceId : null, { count: due });
    return due;
  });
  if (count > 0) wake("update");
  return count;
}
