import { byServiceKey, responsesOf } from "./openapi-parts";

const id = [
  {
    name: "id",
    in: "path",
    required: true,
    schema: { type: "string", format: "uuid" },
    description: "Of the campaign, as in the address of its page.",
  },
];
const refusals = ["Failure"] as const;

interface SteeringTexts {
  summary: string;
  description: string;
  done: string;
  conflict: string;
}

/** One of the three calls that steer a campaign. */
function steering(
  operationId: "pauseCampaign" | "resumeCampaign" | "stopCampaign",
  { summary, description, done, conflict }: SteeringTexts,
) {
  return {
    post: {
      operationId,
      summary,
      description,
      security: byServiceKey,
      parameters: id,
      responses: responsesOf(operationId, {
        200: done,
        400: { description: "The id is not valid.", refusals },
        401: { description: "No valid credential.", refusals },
        403: { description: "The key lacks the scope `campaigns`.", refusals },
        404: { description: "This service has no such campaign.", refusals },
        409: { description: conflict, refusals },
      }),
    },
  };
}

export const pausePath = steering("pauseCampaign", {
  summary: "Pause a campaign",
  description:
    "No more of it is accepted, and what no provider has been given waits. Expiry counts meanwhile.",
  done: "Paused.",
  conflict: "It is not being sent; nothing was changed.",
});

export const resumePath = steering("resumeCampaign", {
  summary: "Resume a campaign",
  description: "It goes on with exactly what is left.",
  done: "It is being sent again.",
  conflict: "It is not paused; nothing was changed.",
});

export const stopPath = steering("stopCampaign", {
  summary: "Stop a campaign",
  description:
    "No more of it is accepted, for good. What no provider has been given is reported as failed, because the campaign was stopped.",
  done: "Stopped.",
  conflict: "It is neither being sent nor paused; nothing was changed.",
});
