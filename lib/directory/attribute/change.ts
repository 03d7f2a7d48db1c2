import { changeAttributeSchema, type AttributeType } from "@/lib/inputs/attribute";
import { assertCurrent } from "@/lib/verb/assert-current";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

/**
 * Changes what is said of an attribute. Its name and type stay: values of users depend on them.
 * Throws `ConflictError` where another member was first.
 */
export const changeAttribute = verb({
  action: "attribute.change",
  input: changeAttributeSchema,
  service: serviceNamed,
  run: async ({ tx, serviceId }, { name, revision: expected, description }) => {
    const [row] = await tx.query<{ type: AttributeType; description: string; revision: number }>(
      "SELECT type, description, revision FROM user_attribute WHERE service_id = $1 AND name = $2 FOR UPDATE",
      [serviceId, name],
    );
    if (!row) throw new NotFoundError("This attribute");
    const { type, revision } = row;
    if (description === row.description) return { unchanged: { revision } };
    await assertCurrent(tx, {
      expected,
      revision,
      actions: ["attribute.add", "attribute.change"],
      serviceId,
      entity: name,
      theirs: { name, type, description: row.description },
    });
    await tx.query(
      "UPDATE user_attribute SET description = $3, revision = revision + 1 WHERE service_id = $1 AND name = $2",
      [serviceId, name, description],
    );
    return {
      row: { revision: revision + 1 },
      entity: name,
      event: {
        before: { name, type, description: row.description },
        after: { name, type, description },
      },
    };
  },
});
