import { memberOfServiceSchema } from "@/lib/inputs/member";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { keepAnOwner, lockMember } from "./owners";

/**
 * Removes a member from a service, from their next request on; their account stays. An owner may
 * leave, as long as another one stays.
 */
export const removeMember = verb({
  action: "member.remove",
  input: memberOfServiceSchema,
  service: serviceNamed,
  run: async ({ tx, actor, serviceId }, { memberId }) => {
    const { email, place } = await lockMember(tx, actor, serviceId, memberId);
    if (place.role === "owner") await keepAnOwner(tx, actor, serviceId, memberId);
    await tx.prisma.membership.delete({
      where: { memberId_serviceId: { memberId, serviceId } },
      select: { memberId: true },
    });
    return { row: null, entity: memberId, event: { email, ...place } };
  },
});
