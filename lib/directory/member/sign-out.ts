import { memberIdOf } from "@/lib/auth/member";
import { endSessionsOf } from "@/lib/auth/sessions";
import { isId } from "@/lib/database/id";
import { idSchema } from "@/lib/inputs/row";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

/**
 * Ends every session of another member, who signs in again to go on: for a lost laptop. For owners
 * of the installation, as reset links are; one's own are ended by `member.signOutEverywhere`.
 */
export const signOutMember = verb({
  action: "member.signOut",
  input: idSchema,
  service: noService,
  run: async ({ tx, actor }, { id }) => {
    const [member] = isId(id)
      ? await tx.query<{ email: string }>("SELECT email FROM member WHERE id = $1 FOR UPDATE", [id])
      : [];
    if (!member) throw new NotFoundError("This account");
    if (memberIdOf(actor) === id) rejectInput("Sign yourself out everywhere under Account.");
    await endSessionsOf(tx, id);
    return { row: null, entity: id, event: { email: member.email } };
  },
});
