import { newId } from "@/lib/database/id";
import { audienceFillSchema, audienceFinishSchema, audienceSchema } from "@/lib/inputs/audience";
import { rejectInput } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { serviceOfAppid } from "../app/service-of";
import { closeList, insertRecipients, readyList, refuseTaken } from "./filling";
import { serviceOfAudience } from "./rows";
import { assertMayChangeTestGroups } from "./test-rules";

/**
 * Begins a list in the service of an app; it can be chosen once it was filled with {@link
 * addRecipients} and then closed with {@link createAudience}. One that is not closed within a day
 * is removed. Returns its id.
 */
export const beginAudience = verb({
  action: "audience.begin",
  input: audienceSchema,
  service: serviceOfAppid,
  run: async ({ tx, actor, serviceId }, { name, test }) => {
    if (test) await assertMayChangeTestGroups(tx, actor, serviceId);
    await refuseTaken(tx, serviceId, name);
    const id = newId();
    const by = actor.kind === "member" ? actor.id : null;
    await tx.query(
      "INSERT INTO audience (id, service_id, name, test, created_by) VALUES ($1, $2, $3, $4, $5)",
      [id, serviceId, name, test, by],
    );
    return { row: id };
  },
});

/**
 * Adds recipients to a list that was begun: at most 2,000 a call and 2,000,000 in all. Idempotent:
 * those that are there already stay as they are. Returns how many the list has then. Refuses at
 * `/from` what comes before the recipients in front of it.
 */
export const addRecipients = verb({
  action: "recipient.add",
  input: audienceFillSchema,
  service: serviceOfAudience,
  run: async ({ tx, actor }, { id, from, recipients }) => {
    const { added, recipients: all } = await insertRecipients(tx, actor, id, recipients, from);
    return { row: { added, repeats: recipients.length - added, recipients: all } };
  },
});

/**
 * Closes a list that was filled: from here on it can be chosen. Returns how many recipients it has,
 * of one that is ready already too. A name that was given to another list while it was filled is
 * refused at `/name`, nothing of it is lost, and it can be closed under another.
 */
export const createAudience = verb({
  action: "audience.create",
  input: audienceFinishSchema,
  service: serviceOfAudience,
  run: async ({ tx, actor }, { id, name }) => {
    const ready = await readyList(tx, id);
    if (ready) {
      if (name !== undefined && name !== ready.name)
        rejectInput(`This list was already created as “${ready.name}”.`, "/name");
      return { unchanged: ready.recipients };
    }
    const event = await closeList(tx, actor, id, name);
    return { row: event.recipients, entity: id, event };
  },
});
