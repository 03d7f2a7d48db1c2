import { newId } from "@/lib/database/id";
import { idSchema } from "@/lib/inputs/row";
import { NotFoundError } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { serviceOfAudience } from "./rows";

/**
 * Begins to bring recipients for a list that is there: they are added with `addRecipients` to what
 * this answers the id of, and stay staged until `applyStaged`. What is not applied within a day is
 * removed.
 */
export const stageRecipients = verb({
  action: "recipient.stage",
  input: idSchema,
  service: serviceOfAudience,
  run: async ({ tx, actor, serviceId }, { id }) => {
    const by = actor.kind === "member" ? actor.id : null;
    const stagedId = newId();
    const begun = await tx.query(
      `INSERT INTO audience (id, service_id, name, created_by)
     SELECT $2, service_id, name, $3 FROM audience WHERE id = $1 AND service_id = $4 AND ready_at IS NOT NULL AND removed_at IS NULL RETURNING 1`,
      [id, stagedId, by, serviceId],
    );
    if (begun.length === 0) throw new NotFoundError("This list");
    return { row: stagedId };
  },
});
