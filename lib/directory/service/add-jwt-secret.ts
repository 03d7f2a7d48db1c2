import { randomBytes } from "node:crypto";
import { memberIdOf } from "@/lib/auth/member";
import { seal } from "@/lib/auth/seal";
import { jwtSecretPlace } from "@/lib/auth/sealed-places";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import type { Actor } from "@/lib/policy/can";

const secretBytes = 32;

/** Whose JWT secret it is, who makes it, and after how many days it ends by itself. */
interface NewJwtSecret {
  serviceId: string;
  actor: Actor;
  days?: number | undefined;
}

/** Adds a JWT secret to a service and returns it, Base64. It is stored sealed. */
export async function addJwtSecret(
  tx: Sql,
  { serviceId, actor, days }: NewJwtSecret,
): Promise<string> {
  const secret = randomBytes(secretBytes).toString("base64");
  // By hand: the first start makes the sandbox, and Prisma's first query takes a third of a second
  // or more.
  await tx.query(
    "INSERT INTO jwt_secret (id, service_id, sealed, created_by, expires_at) VALUES ($1, $2, $3, $4, now() + make_interval(days => $5))",
    [newId(), serviceId, seal(secret, jwtSecretPlace(serviceId)), memberIdOf(actor), days ?? null],
  );
  return secret;
}
