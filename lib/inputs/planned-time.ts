import { z } from "zod";
import { text } from "./text";
import { isTimeZone } from "./time-zone";

/**
 * When something is to happen, as a person chooses it: what clocks show in a zone, and of a time
 * that comes twice which one.
 */
export const plannedTimeSchema = z.object({
  /** As `<input type="datetime-local">` has it. */
  local: text(100).min(1, "Choose a date and a time."),
  zone: text(100).refine(isTimeZone, "Choose a time zone from the list, such as Europe/Berlin."),
  turn: z.enum(["first", "second"]),
});
export type PlannedTimeInput = z.input<typeof plannedTimeSchema>;
