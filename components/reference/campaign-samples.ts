import type { Sample } from "./sample";

const campaign = "/resources/v1/campaigns/0193b2a4-7c22-7a18-b3d0-6e1f8a92c4b7";

/** Samples of the calls that steer a campaign under way, by `operationId`. */
export const campaignSamples = {
  pauseCampaign: () => ({
    path: `${campaign}/pause`,
    status: 200,
    answer: { state: "paused" },
  }),
  resumeCampaign: () => ({
    path: `${campaign}/resume`,
    status: 200,
    answer: { state: "sending" },
  }),
  stopCampaign: () => ({
    path: `${campaign}/stop`,
    status: 200,
    answer: { state: "stopped" },
  }),
} satisfies Record<string, () => Sample>;
