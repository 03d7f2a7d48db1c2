import { isDeepStrictEqual } from "node:util";
import { changeNotifyAuthSchema } from "@/lib/inputs/notify-auth";
import { assertCurrent } from "@/lib/verb/assert-current";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { completed, shownSettings, type StoredNotifyAuth } from "./complete";

/**
 * Changes an authentication; its id stays. What waits to be sent with it is sent with the new one.
 */
export const changeNotifyAuth = verb({
  action: "notifyAuth.change",
  input: changeNotifyAuthSchema,
  service: serviceNamed,
  run: async ({ tx, serviceId }, { id, revision: expected, name, kind, fields }) => {
    const [stored] = await tx.query<StoredNotifyAuth & { revision: number }>(
      "SELECT revision, name, kind, settings, secret_sealed AS sealed FROM notify_auth WHERE service_id = $1 AND id = $2 AND deleted_at IS NULL FOR UPDATE",
      [serviceId, id],
    );
    if (!stored) throw new NotFoundError("This authentication");
    const { revision } = stored;
    const theirs = { name: stored.name, kind: stored.kind, fields: shownSettings(stored) };
    await assertCurrent(tx, {
      expected,
      revision,
      actions: ["notifyAuth.add", "notifyAuth.change"],
      serviceId,
      entity: id,
      theirs,
    });
    const { settings, sealed, event } = completed(serviceId, id, { name, kind, fields }, stored);
    if (isDeepStrictEqual(event.before, event.after)) return { unchanged: { id, revision } };
    await tx.prisma.notifyAuth.update({
      where: { serviceId_id: { serviceId, id } },
      data: { name, kind, settings, secretSealed: sealed, revision: revision + 1 },
      select: { id: true },
    });
    return { row: { id, revision: revision + 1 }, entity: id, event };
  },
});
