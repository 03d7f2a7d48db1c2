import { isId } from "@/lib/database/id";
import { idSchema } from "@/lib/inputs/row";
import { NotFoundError } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { inNoService } from "./connection";

/**
 * Removes a connection and whose account of it was which member's. Open sessions go on; members
 * with a password sign in by it again, enforced or not, and everybody else needs a link to set one.
 */
export const removeConnection = verb({
  action: "connection.remove",
  input: idSchema,
  service: inNoService,
  run: async ({ tx }, { id }) => {
    const [gone] = isId(id)
      ? await tx.query<{ name: string; issuer: string }>(
          "DELETE FROM sign_on_connection WHERE id = $1 RETURNING name, issuer",
          [id],
        )
      : [];
    if (!gone) throw new NotFoundError("This connection");
    await tx.query("DELETE FROM sign_on_account WHERE issuer = $1", [gone.issuer]);
    return { row: null, entity: id, event: gone };
  },
});
