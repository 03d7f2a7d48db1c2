import type { Tone } from "@/components/ui/badge";

/**
 * The colour of what was not delivered: red where that is at least half of all, so that one list of
 * people without a device does not raise an alarm over a good week.
 */
export function failedTone(failed: number, all: number): Tone {
  return failed > 0 && failed >= all / 2 ? "red" : "amber";
}
