import { z } from "zod";
import type { JobDefinition } from "@/lib/work/jobs";

/**
 * Accepted messages of a service whose recipients are to be looked up: one job for those that were
 * accepted together; those that wait are expanded together, for a transaction costs many times what
 * a recipient does.
 */
export const expandJob: JobDefinition<{ serviceId: string; transids: string[] }> = {
  kind: "expand",
  data: z.object({ serviceId: z.uuid(), transids: z.array(z.uuid()).min(1).max(1_000) }),
  lane: "expand",
  line: ({ serviceId }) => serviceId,
  join: (jobs) => ({
    serviceId: jobs[0]?.serviceId ?? "",
    transids: jobs.flatMap(({ transids }) => transids),
  }),
};
