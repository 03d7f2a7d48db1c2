import { memberIdOf } from "@/lib/auth/member";
import { endSessionsOf } from "@/lib/auth/sessions";
import { isId } from "@/lib/database/id";
import { disableMemberSchema } from "@/lib/inputs/member";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

/**
 * Disables an account, or enables it again. Disabling ends its sessions, blocks sign-in, and
 * invalidates links to it and its invitations; its roles stay for when it is enabled again. Rejects
 * the member's own account, so that an owner of the installation remains, and the break-glass owner
 * of enforced single sign-on.
 */
export const disableMember = verb({
  action: "member.disable",
  input: disableMemberSchema,
  service: noService,
  run: async ({ tx, actor }, { id, disabled }) => {
    // Two who switch each other off at once do so one after the other.
    await tx.query(
      "SELECT 1 FROM member WHERE installation_owner OR id::text = $1 ORDER BY id FOR UPDATE",
      [id],
    );
    const member = isId(id)
      ? await tx.prisma.member.findUnique({
          where: { id },
          select: { email: true, disabledAt: true },
        })
      : null;
    if (!member) throw new NotFoundError("This account");
    const self = memberIdOf(actor);
    if (self === id)
      rejectInput("You can’t disable your own account. Ask another owner of the installation.");
    const own =
      self === null
        ? null
        : await tx.prisma.member.findUnique({ where: { id: self }, select: { disabledAt: true } });
    if (own?.disabledAt) rejectInput("Your own account was disabled in the meantime.");
    const { email } = member;
    if ((member.disabledAt !== null) === disabled) return { unchanged: null };
    const needed = disabled
      ? await tx.prisma.signOnConnection.findFirst({
          where: { enforced: true, breakGlassId: id },
          select: { name: true },
        })
      : null;
    if (needed)
      rejectInput(
        `${email} is the account that signs in by password when ${needed.name} is unavailable. Choose another account there first.`,
      );
    await tx.query(
      "UPDATE member SET disabled_at = CASE WHEN $2::boolean THEN now() END WHERE id = $1",
      [id, disabled],
    );
    await tx.prisma.passwordReset.deleteMany({ where: { memberId: id } });
    if (disabled) await endSessionsOf(tx, id);
    return { row: null, entity: id, event: { email, disabled } };
  },
});
