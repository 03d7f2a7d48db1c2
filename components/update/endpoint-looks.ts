import type { Tone } from "@/components/ui/badge";
import type { UpdateState } from "@/lib/inputs/update-list";
import type { Endpoint, EndpointState } from "@/lib/results/update-endpoints";

/** How states of endpoints look, and what they mean. */
export const endpointLooks: Record<EndpointState, { label: string; tone: Tone; meaning: string }> =
  {
    delivering: { label: "Delivering", tone: "green", meaning: "The last update was accepted." },
    retrying: {
      label: "Trying again",
      tone: "amber",
      meaning: "The last update was rejected. Clarion retries it for 24 hours.",
    },
    parked: {
      label: "Parked",
      tone: "red",
      meaning: "Updates were parked, and none was accepted since.",
    },
    off: { label: "Off", tone: "neutral", meaning: "It gets no updates until it is switched on." },
    quiet: {
      label: "Quiet",
      tone: "neutral",
      meaning: "Nothing was sent to it in the last 24 hours.",
    },
  };

/** How states of updates look. */
export const updateLooks: Record<UpdateState, { label: string; tone: Tone }> = {
  parked: { label: "Parked", tone: "red" },
  retrying: { label: "Trying again", tone: "amber" },
  waiting: { label: "Waiting", tone: "neutral" },
  sent: { label: "Accepted", tone: "green" },
};

/** What an endpoint is, next to its address. */
export const endpointWords: Record<Endpoint["what"], string> = {
  service: "The service’s notify URL",
  requests: "Named by requests",
  webhook: "Webhook",
  removed: "Webhook that was removed",
};
