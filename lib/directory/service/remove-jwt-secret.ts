import { idSchema } from "@/lib/inputs/id";
import { serviceOfJwtSecret } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

/** Removes a JWT secret: what it signed is refused from now on, by every process. The other one of a pair goes on. Nothing is to be done where it is gone already. */
export const removeJwtSecret = verb("secret.remove", idSchema, serviceOfJwtSecret, async ({ tx }, { id }) => {
  const [removed] = await tx.query<{ id: string }>("DELETE FROM jwt_secret WHERE id = $1 RETURNING id", [id]);
  return removed ? { row: null, entity: id, event: { secret: "jwt" } } : { unchanged: null };
});
