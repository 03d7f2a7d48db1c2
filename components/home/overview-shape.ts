import type { overview } from "@/lib/results/overview";

/** What Home is told. */
export type Overview = Awaited<ReturnType<typeof overview>>;
