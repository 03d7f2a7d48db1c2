import type { Sql } from "@/lib/database/sql";
import { serviceIdSchema } from "@/lib/inputs/service";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

/**
 * Deactivates a service: its programs are refused (7007), the console sends nothing for it,
 * campaigns that are due or being sent are refused, and its shared previews are not shown. Messages
 * that were accepted before are delivered all the same.
 */
export const deactivateService = verb({
  action: "service.deactivate",
  input: serviceIdSchema,
  service: serviceNamed,
  run: ({ tx, serviceId }) => setActive(tx, serviceId, false),
});

/** Reactivates a service. */
export const reactivateService = verb({
  action: "service.reactivate",
  input: serviceIdSchema,
  service: serviceNamed,
  run: ({ tx, serviceId }) => setActive(tx, serviceId, true),
});

async function setActive(tx: Sql, serviceId: string, active: boolean) {
  const [service] = await tx.prisma.service.updateManyAndReturn({
    where: { id: serviceId, active: !active },
    data: { active },
    select: { name: true },
  });
  return service
    ? { row: null, entity: serviceId, event: { name: service.name } }
    : { unchanged: null };
}
