import { StatePill, type Tone } from "@/components/ui/badge";
import type { DeviceState } from "@/lib/inputs/registered-devices";

export const deviceStateLooks: Record<DeviceState, { tone: Tone; word: string; meaning: string }> =
  {
    active: { tone: "green", word: "Active", meaning: "It receives messages." },
    invalid: {
      tone: "red",
      word: "Invalid",
      meaning:
        "Its provider refused the token. Nothing is sent to it until it registers again or is brought back.",
    },
    removed: {
      tone: "neutral",
      word: "Removed",
      meaning:
        "This device was deactivated. Nothing is sent to it until it registers again or is restored.",
    },
  };

/** The state of a device. */
export function DevicePill({ state }: { state: DeviceState }) {
  const { tone, word } = deviceStateLooks[state];
  return <StatePill tone={tone}>{word}</StatePill>;
}
