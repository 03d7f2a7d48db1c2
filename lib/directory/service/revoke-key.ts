import { idSchema } from "@/lib/inputs/row";
import { verb } from "@/lib/verb/verb";
import { activeKey, serviceOfServiceKey } from "./keys";

/**
 * Revokes a key: it is refused from now on, by every process. Nothing is to be done where it works
 * no longer.
 */
export const revokeServiceKey = verb({
  action: "serviceKey.revoke",
  input: idSchema,
  service: serviceOfServiceKey,
  run: async ({ tx }, { id }) => {
    const [revoked] = await tx.query<{ name: string; prefix: string }>(
      `UPDATE service_key k SET revoked_at = now() WHERE k.id = $1 AND ${activeKey} RETURNING k.name, k.prefix`,
      [id],
    );
    return revoked ? { row: null, entity: id, event: revoked } : { unchanged: null };
  },
});
