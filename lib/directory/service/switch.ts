import { switchServiceSchema } from "@/lib/inputs/service";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

/**
 * Switches a service off, or on again. Off, its programs are refused (7007), the console sends
 * nothing for it, campaigns that are due or under way are refused, and its shared previews are not
 * shown; what was accepted before is delivered all the same.
 */
export const switchService = verb(
  "service.deactivate",
  switchServiceSchema,
  serviceNamed,
  async ({ tx, serviceId }, { active }) => {
    const [switched] = await tx.prisma.service.updateManyAndReturn({
      where: { id: serviceId, active: !active },
      data: { active },
      select: { name: true },
    });
    return switched
      ? { row: null, entity: serviceId, event: { name: switched.name, active } }
      : { unchanged: null };
  },
);
