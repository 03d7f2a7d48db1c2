import { z } from "zod";

/**
 * How an order goes on that paused because a provider refused a credential or failed: by itself
 * when the provider takes messages again, or when a member resumes it.
 */
const continuations = ["itself", "by hand"] as const;
/** One of the two. */
export type Continuation = (typeof continuations)[number];

/** How the order of a campaign is to go on. */
export const continuationSchema = z.object({ id: z.string(), continues: z.enum(continuations) });
