import { memberIdOf } from "@/lib/auth/member";
import { BusyError, checkPassword, hashPassword } from "@/lib/auth/password";
import { endOtherSessionsOf, endSessionsOf } from "@/lib/auth/sessions";
import { countTry } from "@/lib/auth/throttle";
import { repeatedTransaction } from "@/lib/database/repeat";
import { database } from "@/lib/database/sql";
import { changePasswordSchema, ownNameSchema } from "@/lib/inputs/member";
import type { Actor } from "@/lib/policy/can";
import { presentClient } from "@/lib/verb/client";
import { rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verb, verbInSteps } from "@/lib/verb/verb";
import { wake } from "@/lib/work/wake";
import { queuePasswordLetter } from "./letter-jobs";

/** Renames the signed-in member. */
export const renameSelf = verb({
  action: "self.rename",
  input: ownNameSchema,
  service: noService,
  run: async ({ tx, actor }, after) => {
    const id = memberIdOf(actor) ?? rejectInput("Only a person has an account.");
    // Prisma locks no rows.
    const [before] = await tx.query<{ name: string }>(
      "SELECT name FROM member WHERE id = $1 FOR UPDATE",
      [id],
    );
    if (!before || before.name === after.name) return { unchanged: null };
    await tx.prisma.member.update({
      where: { id },
      data: { name: after.name },
      select: { id: true },
    });
    return { row: null, entity: id, event: { before, after } };
  },
});

/**
 * Sets another password for the signed-in member, who gives the present one. Every other session
 * ends, reset links work no longer, and an e-mail confirms it.
 */
export const changePassword = verbInSteps({
  action: "password.change",
  input: changePasswordSchema,
  service: noService,
  run: async ({ actor, audit }, { current, password }) => {
    const id = await provePassword(actor, current);
    const passwordHash = await hashPassword(password);
    const done = await repeatedTransaction(async (tx) => {
      await tx.prisma.member.updateMany({ where: { id }, data: { passwordHash } });
      await tx.prisma.passwordReset.deleteMany({ where: { memberId: id } });
      const here = actor.kind === "member" ? actor.sessionId : undefined;
      await (here === undefined ? endSessionsOf(tx, id) : endOtherSessionsOf(tx, id, here));
      await queuePasswordLetter(tx, id, presentClient());
      await audit(tx, id, {});
      return { row: null };
    });
    wake("notices");
    return done;
  },
});

/**
 * Makes sure that the user of an open session knows its password, and returns the member. Counted
 * before it is checked, as at sign-in: after five wrong ones each costs a pause. Throws
 * `RefusedError`, at the field `current`.
 */
export async function provePassword(actor: Actor, current: string): Promise<string> {
  const id = memberIdOf(actor) ?? rejectInput("Only a person has an account.");
  const counted = await countTry([
    { name: `password-of:${id}`, free: 5, longestSeconds: 900, cleared: true },
  ]);
  if (!counted.ok)
    rejectInput(`Too many wrong passwords. Try again in ${counted.seconds} seconds.`, "/current");
  const row = await database().prisma.member.findUnique({
    where: { id },
    select: { passwordHash: true },
  });
  const right = await checkPassword(row?.passwordHash, current, {
    name: `member ${id}`,
    isKnownDevice: true,
  }).catch(async (error: unknown) => {
    if (!(error instanceof BusyError)) throw error;
    await counted.undone();
    return rejectInput("Too many people are signing in. Try again in a few seconds.");
  });
  if (!right) rejectInput("This is not your current password.", "/current");
  await counted.right();
  return id;
}
