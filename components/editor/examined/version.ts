import type { Composition } from "@/lib/compose/composition";

/** What the form of a message holds. */
export type Version = Pick<Composition, "request" | "shared" | "reach">;
