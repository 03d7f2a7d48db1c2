import { z } from "zod";

/** Days for which something may be stored that does not stay for ever: a hundred years. */
const mostDays = 36_500;

/**
 * Days for which something is stored.
 *
 * @param empty what it means to leave it out, as a sentence says it
 */
const days = (empty: string) =>
  z
    .int("takes a whole number of days")
    .min(1, `takes 1 or more; leave it empty ${empty}`)
    .max(mostDays, `takes at most ${mostDays.toLocaleString("en")}`)
    .optional();

/** @param empty what it means to leave one out */
const keeps = (empty: string) => ({
  keepMessages: days(empty),
  keepDeliveries: days(empty),
  keepAttempts: days(empty),
});

/** How long the installation keeps messages, deliveries and attempts. Left out: for ever. */
export const retentionSchema = z.object({
  revision: z.int().min(0).optional(),
  ...keeps("to keep them for ever"),
});

/** The same of a service. Left out: as long as the installation. */
export const serviceKeeps = keeps("to keep them as long as the installation");
