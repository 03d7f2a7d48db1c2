import { z } from "zod";
import { revision } from "./campaign";
import { moment } from "./moment";
import { idText, text } from "./text";

/** States that the calendar can be narrowed to. */
export const calendarStates = [
  "scheduled",
  "sending",
  "paused",
  "sent",
  "stopped",
  "failed",
] as const;
/** One of them. */
export type CalendarState = (typeof calendarStates)[number];

/** How the calendar is drawn; an address that names none has the month, on a phone the agenda. */
export const calendarViews = ["month", "week", "agenda"] as const;
/** One of them. */
export type CalendarView = (typeof calendarViews)[number];

/** A month has six weeks at most; a day more for zones. */
const longestMs = 45 * 86_400_000;

const period = { serviceId: z.string(), from: moment, until: moment };
const isShort = ({ from, until }: { from: Date; until: Date }) =>
  until.getTime() - from.getTime() <= longestMs;
const tooLong = { error: "Choose a period of at most 45 days.", path: ["until"] };

/** Arguments of the calendar: what starts from `from` on and before `until`. */
export const calendarSchema = z
  .object({
    ...period,
    state: z.enum(calendarStates).optional(),
    appid: text(200).optional(),
    text: z.string().optional(),
  })
  .refine(isShort, tooLong);

/** Arguments of the search for campaigns that meet. */
export const collisionsSchema = z.object(period).refine(isShort, tooLong);

/** Arguments of moving a scheduled campaign to another time; `timezone` is shown with it. */
export const rescheduleSchema = z.object({
  id: idText,
  revision,
  startsAt: text(100),
  timezone: text(100),
});
