import type { overview } from "@/lib/results/overview";

/** The data of Home. */
export type Overview = Awaited<ReturnType<typeof overview>>;
