import { changeMemberSchema } from "@/lib/inputs/member";
import { memberIdOf } from "@/lib/auth/member";
import { refuse } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { keepAnOwner, lockMember } from "./owners";
import { placeOf } from "./place";

/**
 * Makes somebody something else in a service; it holds from their next request on. Nobody changes what they are themselves, and a service keeps an owner unless an
 * owner of the installation says otherwise.
 */
export const changeMember = verb(
  "member.change",
  changeMemberSchema,
  serviceNamed,
  async ({ tx, actor, serviceId }, { memberId, role, maySend, mayApprove }) => {
    const { email, place: before } = await lockMember(tx, actor, serviceId, memberId);
    if (memberIdOf(actor) === memberId) refuse("Nobody changes their own role. Ask another owner.");
    const after = placeOf({ role, maySend, mayApprove });
    if (after.role === before.role && after.maySend === before.maySend && after.mayApprove === before.mayApprove)
      return { unchanged: null };
    if (before.role === "owner" && after.role !== "owner") await keepAnOwner(tx, actor, serviceId, memberId);
    await tx.prisma.membership.update({
      where: { memberId_serviceId: { memberId, serviceId } },
      data: after,
      select: { memberId: true },
    });
    return { row: null, entity: memberId, event: { email, before, after } };
  },
);
