import { z } from "zod";

/**
 * The revision that a form was filled from. Left out by programs, which then replace any revision.
 */
export const revision = z.int().min(1).optional();
