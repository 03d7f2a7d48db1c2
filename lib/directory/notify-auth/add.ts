import { randomInt } from "node:crypto";
import { addNotifyAuthSchema, mostNotifyAuths } from "@/lib/inputs/notify-auth";
import { rejectInput } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { completed } from "./complete";

/**
 * Adds an authentication to a service, under the id that requests will name it by. Its secrets are
 * sealed. The id of one that was removed may be used again: what waits for it then goes on with the
 * new one.
 */
export const addNotifyAuth = verb({
  action: "notifyAuth.add",
  input: addNotifyAuthSchema,
  service: serviceNamed,
  run: async ({ tx, serviceId }, { id = madeId(), name, kind, fields }) => {
    await tx.query("SELECT 1 FROM service WHERE id = $1 FOR NO KEY UPDATE", [serviceId]);
    const existingAuths = await tx.prisma.notifyAuth.count({
      where: { serviceId, deletedAt: null },
    });
    if (existingAuths >= mostNotifyAuths)
      rejectInput(
        `A service can have ${mostNotifyAuths} authentications at most. Remove one first.`,
      );
    const { settings, sealed, event } = completed(serviceId, id, { name, kind, fields });
    const added = await tx.query<{ id: string }>(
      `INSERT INTO notify_auth (id, service_id, name, kind, settings, secret_sealed) VALUES ($1, $2, $3, $4, $5::jsonb, $6)
       ON CONFLICT (service_id, id) DO UPDATE SET name = excluded.name, kind = excluded.kind, settings = excluded.settings,
         secret_sealed = excluded.secret_sealed, created_at = now(), deleted_at = NULL
       WHERE notify_auth.deleted_at IS NOT NULL RETURNING id`,
      [id, serviceId, name, kind, JSON.stringify(settings), sealed],
    );
    if (added.length === 0)
      rejectInput("Another authentication has this ID. Choose a different one.", "/id");
    return { row: { id }, entity: id, event };
  },
});

/** Without letters and digits that are easily confused: people read the id out. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";

function madeId(): string {
  return `auth_${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join("")}`;
}
