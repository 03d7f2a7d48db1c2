import { memberIdOf } from "@/lib/auth/member";
import { endSessionsOf } from "@/lib/auth/sessions";
import { isId } from "@/lib/database/id";
import { idSchema } from "@/lib/inputs/row";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

/**
 * Removes the authenticator app, the passkeys and the recovery codes of a member who lost them:
 * they sign in by password alone until they set up new ones. Their sessions end. For owners of the
 * installation, as reset links are; members cannot reset their own.
 */
export const resetSecondFactor = verb({
  action: "secondFactor.reset",
  input: idSchema,
  service: noService,
  run: async ({ tx, actor }, { id }) => {
    const [member] = isId(id)
      ? await tx.query<{ email: string }>("SELECT email FROM member WHERE id = $1 FOR UPDATE", [id])
      : [];
    if (!member) throw new NotFoundError("This account");
    if (memberIdOf(actor) === id) rejectInput("Turn off your own two-step sign-in under Account.");
    const apps = await tx.prisma.authenticatorApp.deleteMany({ where: { memberId: id } });
    const passkeys = await tx.prisma.passkey.deleteMany({ where: { memberId: id } });
    if (apps.count + passkeys.count === 0) return { unchanged: null };
    await tx.prisma.recoveryCode.deleteMany({ where: { memberId: id } });
    await endSessionsOf(tx, id);
    return { row: null, entity: id, event: { email: member.email } };
  },
});
