import { weekdays } from "@/lib/inputs/sending-times";

/** The days of a week as a form offers them, Monday first. */
export const weekdayOptions = weekdays.map((value) => ({
  value,
  label: `${value.charAt(0).toUpperCase()}${value.slice(1)}`,
}));
