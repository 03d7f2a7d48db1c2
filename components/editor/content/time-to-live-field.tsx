import { platformName } from "@/components/facts/platform-names";
import { DurationField } from "@/components/form/duration-field";
import { durationText } from "@/components/form/duration-text";
import type { Platform } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import { usualLives } from "./durations";

/** How long a provider keeps trying. `usual`: seconds, when nothing is said. */
export function TimeToLiveField({ platform, usual }: { platform: Platform; usual: number }) {
  return (
    <DurationField<PushRequestInput>
      path={`channels.push.${platform}.extras.time_to_live`}
      label={`${platformName(platform)} time to live`}
      optional
      choices={usualLives}
      none={`As long as the provider keeps it (${durationText(usual)})`}
      hint="How long the provider keeps trying to reach a device that is off."
    />
  );
}
