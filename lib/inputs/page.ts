import { z } from "zod";

/** Rows of a list are counted up to here; one more means "more than that". */
export const mostCounted = 1_000;

/**
 * Where a page of a list lies: behind one place, or before one. Places are what pages say they are
 * (lib/verb/page-of).
 */
export const pageInput = { after: z.string().optional(), before: z.string().optional() };
