import type { unscheduleCampaign } from "@/lib/campaign/change";
import type { rescheduleCampaign } from "@/lib/campaign/reschedule";
import type { CalendarState, CalendarView } from "@/lib/inputs/calendar";
import { paths } from "@/lib/inputs/paths";
import type { ActionOf } from "@/lib/verb/answer";
import type { Day } from "./days";

/** What can be done to campaigns of the calendar at the server. */
export interface CalendarActions {
  reschedule: ActionOf<typeof rescheduleCampaign>;
  unschedule: ActionOf<typeof unscheduleCampaign>;
}

/** What the address of the calendar says. */
export interface CalendarAddress {
  /** Undefined: the month, on a phone the agenda. */
  view: CalendarView | undefined;
  /** A day of the period; undefined: today. */
  on: Day | undefined;
  /** Undefined: the zone of the service. */
  zone: string | undefined;
  state: CalendarState | undefined;
  appid: string | undefined;
  q: string | undefined;
}

/** Returns the address of the calendar with a change. */
export function calendarHref(address: CalendarAddress, change: Partial<CalendarAddress>): string {
  return paths.calendar({ ...address, ...change });
}

/** Whether the calendar is narrowed. */
export function isNarrowed({ state, appid, q }: CalendarAddress): boolean {
  return state !== undefined || appid !== undefined || q !== undefined;
}
