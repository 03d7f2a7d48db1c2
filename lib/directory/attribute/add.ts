import { addAttributeSchema, mostAttributes } from "@/lib/inputs/attribute";
import { rejectInput } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { insertAttributes, lockNewAttributes, readAttributes } from "../user/attributes";

/**
 * Adds an attribute to a service before a user has it: its type is decided here, and not by its
 * first value. Refuses a name that exists, and one attribute too many.
 */
export const addAttribute = verb({
  action: "attribute.add",
  input: addAttributeSchema,
  service: serviceNamed,
  run: async ({ tx, serviceId }, { name, type, description }) => {
    await lockNewAttributes(tx, serviceId);
    const existing = await readAttributes(tx, serviceId);
    const same = existing.get(name);
    if (same)
      rejectInput(`An attribute with this name exists. It is of type ${same.type}.`, "/name");
    if (existing.size >= mostAttributes)
      rejectInput(`A service can have ${mostAttributes} attributes at most. Remove one first.`);
    await insertAttributes(tx, serviceId, new Map([[name, type]]));
    await tx.query(
      "UPDATE user_attribute SET description = $3 WHERE service_id = $1 AND name = $2",
      [serviceId, name, description],
    );
    return { row: { name }, entity: name, event: { name, type, description } };
  },
});
