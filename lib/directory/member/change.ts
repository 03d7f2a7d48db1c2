import { memberIdOf } from "@/lib/auth/member";
import { changeMemberSchema } from "@/lib/inputs/member";
import { placeOf } from "@/lib/policy/can";
import { assertCurrent } from "@/lib/verb/assert-current";
import { rejectInput } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { keepAnOwner, lockMember } from "./owners";

/**
 * Changes the role of a member in a service, from their next request on. Members cannot change
 * their own role, and a service keeps an owner unless an owner of the installation says otherwise.
 * Throws `ConflictError` when the form was filled from what they were before another change.
 */
export const changeMember = verb({
  action: "member.change",
  input: changeMemberSchema,
  service: serviceNamed,
  run: async (
    { tx, actor, serviceId },
    { memberId, revision: expected, role, maySend, mayApprove },
  ) => {
    const { email, place: before, revision } = await lockMember(tx, actor, serviceId, memberId);
    if (memberIdOf(actor) === memberId)
      rejectInput("You can’t change your own role. Ask another owner.");
    const after = placeOf({ role, maySend, mayApprove });
    if (
      after.role === before.role &&
      after.maySend === before.maySend &&
      after.mayApprove === before.mayApprove
    )
      return { unchanged: { revision } };
    await assertCurrent(tx, {
      expected,
      revision,
      actions: ["member.change"],
      serviceId,
      entity: memberId,
      theirs: { ...before },
    });
    if (before.role === "owner" && after.role !== "owner")
      await keepAnOwner(tx, actor, serviceId, memberId);
    await tx.prisma.membership.update({
      where: { memberId_serviceId: { memberId, serviceId } },
      data: { ...after, revision: revision + 1 },
      select: { memberId: true },
    });
    return { row: { revision: revision + 1 }, entity: memberId, event: { email, before, after } };
  },
});
