import type { z } from "zod";
import { hashPassword } from "@/lib/auth/password";
import { newId } from "@/lib/database/id";
import { database, type Sql } from "@/lib/database/sql";
import { ownerSchema } from "@/lib/inputs/member";
import { noService } from "@/lib/verb/service-of";
import { verbInSteps, type StepsScope } from "@/lib/verb/verb";
import { forgetSetupCode } from "./setup-code";

/**
 * Makes the first member, who owns the installation: from what was written at `/setup`, or from the
 * configuration (`ADMIN_EMAIL`, `ADMIN_PASSWORD`) at the first start. Answers false, and does
 * nothing, when there is a member already.
 */
export const changeInstallationOwner = verbInSteps({
  action: "installationOwner.change",
  input: ownerSchema,
  service: noService,
  run: async ({ audit }, owner) =>
    (await storeOwner(audit, owner)) ? { row: true } : { unchanged: false },
});

type Owner = z.output<typeof ownerSchema>;

/** Stores the first member, with the event. Answers false where there is one already. */
export async function storeOwner(
  audit: StepsScope<"installationOwner.change">["audit"],
  { password, ...owner }: Owner,
): Promise<boolean> {
  // Not in the transaction: hashing is slow by design, and would occupy a connection.
  const passwordHash = await hashPassword(password);
  return database().transaction(async (tx) => {
    const id = await insertFirst(tx, owner, passwordHash);
    if (id === undefined) return false;
    await forgetSetupCode(tx);
    await audit(tx, id, { email: owner.email, installationOwner: true });
    return true;
  });
}

/** Answers the id; undefined where there is a member already. */
async function insertFirst(
  tx: Sql,
  { email, name }: Omit<Owner, "password">,
  passwordHash: string,
): Promise<string | undefined> {
  await tx.query("SELECT pg_advisory_xact_lock(7105100, 2)");
  // By hand: a start asks, and Prisma's first query takes a third of a second or more.
  const [members] = await tx.query<{ n: number }>("SELECT count(*)::int AS n FROM member");
  if ((members?.n ?? 0) > 0) return undefined;
  const id = newId();
  await tx.query(
    "INSERT INTO member (id, email, name, password_hash, installation_owner) VALUES ($1, $2, $3, $4, true)",
    [id, email, name, passwordHash],
  );
  return id;
}
