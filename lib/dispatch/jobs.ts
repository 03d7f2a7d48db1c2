import { z } from "zod";
import type { JobDefinition } from "@/lib/work/jobs";

/** Accepted messages whose recipients are to be looked up: one job for each group that was accepted together; those that wait are expanded together, for a transaction costs many times what a recipient does. */
export const expandJob: JobDefinition<{ transids: string[] }> = {
  kind: "expand",
  data: z.object({ transids: z.array(z.uuid()).min(1).max(1_000) }),
  lane: "expand",
  join: (jobs) => ({ transids: jobs.flatMap(({ transids }) => transids) }),
};
