import { z } from "zod";
import { define } from "@/lib/queue/queue";

/** Accepted messages whose recipients are to be looked up: one job for each group that was accepted together. */
export const expandJob = define("expand", z.object({ transids: z.array(z.uuid()).min(1).max(1_000) }));
