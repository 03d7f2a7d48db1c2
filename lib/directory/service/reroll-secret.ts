import { randomBytes } from "node:crypto";
import { seal } from "@/lib/auth/seal";
import { jwtSecretPlace, signingSecretPlace } from "@/lib/auth/sealed-places";
import { rerollSecretSchema } from "@/lib/inputs/service";
import { refuse } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

const secretBytes = 32;

/**
 * Gives a service another JWT secret or signing secret, or its first. It is in the answer and is never told again. What programs sign with the JWT secret before it is
 * taken for some hours more; updates are signed with the new signing secret from the next one on.
 */
export const rerollServiceSecret = verb(
  "secret.reroll",
  rerollSecretSchema,
  serviceNamed,
  async ({ tx, serviceId }, { secret: which, overlapHours }) => {
    if (which === "signing") {
      if (overlapHours > 0) refuse("Updates are signed with one secret at a time.", "/overlapHours");
      const secret = `whsec_${randomBytes(secretBytes).toString("base64")}`;
      const signingSecretSealed = seal(secret, signingSecretPlace(serviceId));
      await tx.prisma.service.update({ where: { id: serviceId }, data: { signingSecretSealed }, select: { id: true } });
      return { row: { secret }, entity: serviceId, event: { secret: which, overlapHours } };
    }
    const secret = randomBytes(secretBytes).toString("base64");
    // Sealed to the same place, so that the one before moves as it is.
    await tx.query(
      `UPDATE service SET former_jwt_secret_sealed = CASE WHEN $3 > 0 THEN jwt_secret_sealed END,
         former_jwt_until = CASE WHEN $3 > 0 AND jwt_secret_sealed IS NOT NULL THEN now() + make_interval(hours => $3) END,
         jwt_secret_sealed = $2 WHERE id = $1`,
      [serviceId, seal(secret, jwtSecretPlace(serviceId)), overlapHours],
    );
    return { row: { secret }, entity: serviceId, event: { secret: which, overlapHours } };
  },
);
