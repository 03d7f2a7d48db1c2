import { mostAttributes, type AttributeType } from "@/lib/inputs/attribute";
import { serviceIdSchema } from "@/lib/inputs/service";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** An attribute that the users of a service may have. */
export interface ListedAttribute {
  name: string;
  type: AttributeType;
  description: string;
  revision: number;
  /** How many users have it. */
  users: number;
}

/**
 * The attributes of a service by name, with how many users have each: counted as they are stored.
 */
export const listAttributes = view({
  action: "user.read",
  input: serviceIdSchema,
  service: serviceNamed,
  run: ({ sql, serviceId }): Promise<ListedAttribute[]> =>
    sql.query<ListedAttribute>(
      `SELECT a.name, a.type, a.description, a.revision, greatest(coalesce((SELECT sum(c.users) FROM user_attribute_count c WHERE c.key = a.key), 0), 0)::int AS users
       FROM user_attribute a WHERE a.service_id = $1 ORDER BY a.name LIMIT ${mostAttributes}`,
      [serviceId],
    ),
});
