import { audienceChangeSchema } from "@/lib/inputs/audience";
import { NotFoundError, unlessTaken } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { nameTaken } from "./filling";
import { serviceOfAudience } from "./rows";
import { assertMayChangeTestGroups } from "./test-rules";

interface ListSettings {
  name: string;
  test: boolean;
}

/**
 * Renames a list, marks it as a test group or removes that mark. Returns its name and its mark.
 * Rejects the name of another list of the service.
 */
export const changeAudience = verb({
  action: "audience.change",
  input: audienceChangeSchema,
  service: serviceOfAudience,
  run: async ({ tx, actor, serviceId }, { id, name, test }) => {
    const [before] = await tx.query<ListSettings>(
      "SELECT name, test FROM audience WHERE id = $1 AND ready_at IS NOT NULL AND removed_at IS NULL FOR UPDATE",
      [id],
    );
    if (!before) throw new NotFoundError("This list");
    const after: ListSettings = { name: name ?? before.name, test: test ?? before.test };
    if (after.name === before.name && after.test === before.test) return { unchanged: after };
    if (before.test || after.test) await assertMayChangeTestGroups(tx, actor, serviceId);
    await unlessTaken(
      tx.query("UPDATE audience SET name = $2, test = $3 WHERE id = $1", [
        id,
        after.name,
        after.test,
      ]),
      nameTaken(after.name),
      "/name",
    );
    return { row: after, entity: id, event: { before, after } };
  },
});
