import { randomBytes } from "node:crypto";
import { seal } from "@/lib/auth/seal";
import { signingSecretPlace } from "@/lib/auth/sealed-places";
import { rerollSecretSchema } from "@/lib/inputs/service";
import { rejectInput } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { addJwtSecret } from "./add-jwt-secret";
import { lockKeys } from "./keys";

const secretBytes = 32;

/**
 * Replaces the JWT secret or the signing secret of a service, or creates its first. It is in the
 * answer and is never shown again. The previous JWT secret is accepted for some hours more, and
 * never past its own end; updates are signed with the new signing secret from the next one on.
 * Rejects at `/days` and `/overlapHours` an end or an overlap of a signing secret.
 */
export const rerollServiceSecret = verb({
  action: "serviceSecret.reroll",
  input: rerollSecretSchema,
  service: serviceNamed,
  run: async ({ tx, actor, serviceId }, { secret: which, overlapHours, days }) => {
    const event = { secret: which, overlapHours, ...(days !== undefined && { days }) };
    if (which === "signing") {
      if (overlapHours > 0)
        rejectInput("Updates are signed with one secret at a time.", "/overlapHours");
      if (days !== undefined) rejectInput("A signing secret does not end by itself.", "/days");
      const secret = `whsec_${randomBytes(secretBytes).toString("base64")}`;
      const signingSecretSealed = seal(secret, signingSecretPlace(serviceId));
      await tx.prisma.service.update({
        where: { id: serviceId },
        data: { signingSecretSealed },
        select: { id: true },
      });
      return { row: { secret }, entity: serviceId, event };
    }
    await lockKeys(tx, serviceId);
    // A replaced secret makes room for the one that is replaced now; where that was removed, it
    // works until its own end.
    await tx.query(
      `DELETE FROM jwt_secret WHERE service_id = $1 AND (expires_at <= now() OR (replaced OR $2 = 0)
         AND EXISTS (SELECT 1 FROM jwt_secret s WHERE s.service_id = $1 AND NOT s.replaced AND (s.expires_at IS NULL OR s.expires_at > now())))`,
      [serviceId, overlapHours],
    );
    await tx.query(
      `UPDATE jwt_secret SET replaced = true, expires_at = least(expires_at, now() + make_interval(hours => $2))
       WHERE service_id = $1 AND NOT replaced`,
      [serviceId, overlapHours],
    );
    return {
      row: { secret: await addJwtSecret(tx, { serviceId, actor, days }) },
      entity: serviceId,
      event,
    };
  },
});
