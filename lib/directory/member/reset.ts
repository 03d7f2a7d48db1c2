import { enforcedFor } from "@/lib/auth/enforced";
import { memberIdOf } from "@/lib/auth/member";
import { hashPassword } from "@/lib/auth/password";
import { endSessionsOf } from "@/lib/auth/sessions";
import { networkOf } from "@/lib/config/address-list";
import { config } from "@/lib/config/config";
import { isId } from "@/lib/database/id";
import { repeatedTransaction } from "@/lib/database/repeat";
import { database } from "@/lib/database/sql";
import { newPasswordSchema } from "@/lib/inputs/member";
import { paths } from "@/lib/inputs/paths";
import { idSchema } from "@/lib/inputs/row";
import { presentClient } from "@/lib/verb/client";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verb, verbInSteps } from "@/lib/verb/verb";
import { wake } from "@/lib/work/wake";
import { queuePasswordLetter } from "./letter-jobs";
import { deadLink, hashLinkToken, newLinkToken, tryLink } from "./link-token";
import { readFields } from "./read-fields";

/**
 * Creates a link by which a member sets a new password, once and within 24 hours. It is in the
 * answer and nowhere else: only its hash is stored. An earlier link no longer works. Only for
 * owners of the installation: the link gives access to the account, with all its roles.
 */
export const createResetLink = verb({
  action: "resetLink.create",
  input: idSchema,
  service: noService,
  run: async ({ tx, actor }, { id }) => {
    const member = isId(id)
      ? await tx.prisma.member.findUnique({
          where: { id },
          select: { email: true, disabledAt: true },
        })
      : null;
    if (!member) throw new NotFoundError("This account");
    if (memberIdOf(actor) === id) rejectInput("Change your own password under Account.");
    if (member.disabledAt) rejectInput("This account is disabled. Enable it first.");
    const door = await enforcedFor(member.email, tx);
    if (door) rejectInput(`${member.email} signs in with ${door.name} and has no password.`);
    const token = newLinkToken();
    const [resetLink] = await tx.query<{ expiresAt: Date }>(
      `INSERT INTO password_reset (member_id, token_hash, expires_at) VALUES ($1, $2, now() + interval '24 hours')
     ON CONFLICT (member_id, mailed) DO UPDATE SET token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at
     RETURNING expires_at AS "expiresAt"`,
      [id, hashLinkToken(token)],
    );
    const { email } = member;
    const url = `${config().ORIGIN}${paths.passwordReset(token)}`;
    return {
      row: { email, url, expiresAt: resetLink?.expiresAt.toISOString() ?? "" },
      entity: id,
      event: { email },
    };
  },
});

/**
 * Whose password a link sets: the account's address. Undefined where it works no longer, for any
 * reason. Throws `RefusedError` while its asker has to pause.
 *
 * @param client the client's address
 */
export async function openReset(
  token: string,
  client: string,
): Promise<{ email: string } | undefined> {
  return tryLink(networkOf(client), token, async (hash) => {
    const [row] = await database().query<{ email: string }>(
      "SELECT m.email FROM password_reset r JOIN member m ON m.id = r.member_id WHERE r.token_hash = $1 AND r.expires_at > now() AND m.disabled_at IS NULL",
      [hash],
    );
    return row && !(await enforcedFor(row.email)) ? row : undefined;
  });
}

const resetPassword = verbInSteps({
  action: "password.reset",
  input: newPasswordSchema,
  service: noService,
  run: async ({ audit }, { token, password }) => {
    const passwordHash = await hashPassword(password);
    return repeatedTransaction(async (tx) => {
      const [used] = await tx.query<{ id: string; mailed: boolean }>(
        `DELETE FROM password_reset WHERE token_hash = $1 AND expires_at > now() RETURNING member_id AS id, mailed`,
        [hashLinkToken(token)],
      );
      if (!used) throw deadLink();
      const [member] = await tx.prisma.member.updateManyAndReturn({
        where: { id: used.id, disabledAt: null },
        data: { passwordHash },
        select: { id: true, email: true },
      });
      if (!member) throw deadLink();
      await tx.prisma.passwordReset.deleteMany({ where: { memberId: member.id } });
      await endSessionsOf(tx, member.id);
      await queuePasswordLetter(tx, member.id, presentClient());
      await audit(tx, member.id, { email: member.email, mailed: used.mailed });
      return { row: { email: member.email } };
    });
  },
});

/**
 * Sets the password of the account that a link is for, uses up this and every other such link, ends
 * all sessions of the account and confirms it by e-mail. Returns the address to sign in with.
 * Throws `RefusedError`: a link that works no longer, or a pause.
 *
 * @param input what came over the line; it may be anything
 * @param client the client's address
 */
export async function setNewPassword(input: unknown, client: string): Promise<{ email: string }> {
  const fields = readFields(newPasswordSchema, input);
  // Checked before the password is hashed, which is slow by design.
  if (!(await openReset(fields.token, client))) throw deadLink();
  const done = await resetPassword({ actor: { kind: "job", name: "reset link" } }, fields);
  wake("notices");
  return done;
}
