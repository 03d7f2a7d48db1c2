import { idSchema } from "@/lib/inputs/row";
import { verb } from "@/lib/verb/verb";
import { serviceOfJwtSecret } from "./keys";

/**
 * Removes a JWT secret: what it signed is refused from now on, by every process. The other one of a
 * pair goes on. Nothing is to be done where it is gone already.
 */
export const removeJwtSecret = verb({
  action: "jwtSecret.remove",
  input: idSchema,
  service: serviceOfJwtSecret,
  run: async ({ tx }, { id }) => {
    const { count } = await tx.prisma.jwtSecret.deleteMany({ where: { id } });
    return count > 0 ? { row: null, entity: id, event: {} } : { unchanged: null };
  },
});
