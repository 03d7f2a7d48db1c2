import { error, type Rule } from "./rule";

/** Rules on campaigns that are under way (contract 9). */
export const rulesOfCampaigns = {
  "campaign.unknown": error(
    "",
    "This service has no such campaign",
    "contract 9",
    "Answered with HTTP 404.",
  ),
  "campaign.pause": error(
    "",
    "the campaign is {state}; only one that is being sent can be paused",
    "contract 9",
    "Answered with HTTP 409.",
  ),
  "campaign.resume": error(
    "",
    "the campaign is {state}; only one that is paused can be resumed",
    "contract 9",
    "Answered with HTTP 409.",
  ),
  "campaign.stop": error(
    "",
    "the campaign is {state}; only one that is being sent or paused can be stopped",
    "contract 9",
    "Answered with HTTP 409.",
  ),
} as const satisfies Record<string, Rule>;
