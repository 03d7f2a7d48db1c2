import { inboxOfSchema } from "@/lib/inputs/update-list";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

/** Deletes everything that arrived at a service's inbox. Returns how many updates it was. */
export const emptyInbox = verb({
  action: "inbox.empty",
  input: inboxOfSchema,
  service: serviceNamed,
  run: async ({ tx, serviceId }) => {
    const { count } = await tx.prisma.inboxUpdate.deleteMany({ where: { serviceId } });
    return count === 0 ? { unchanged: 0 } : { row: count, entity: serviceId, event: { count } };
  },
});
