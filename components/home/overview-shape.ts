import type { overview } from "@/lib/dispatch/overview";

/** What Home is told. */
export type Overview = Awaited<ReturnType<typeof overview>>;
