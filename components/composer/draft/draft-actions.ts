import type { CampaignDraft } from "@/lib/compose/campaign-draft";
import type { Reach } from "@/lib/compose/reach";
import type { SaveResult } from "@/lib/campaign/save";
import type { Answer } from "@/lib/inputs/answer";
import type { CampaignDetail } from "@/lib/results/campaign-list";
import type { SendFate } from "@/lib/results/send-fate";

/** What the server does with drafts. */
export interface DraftActions {
  save: (input: { campaign: CampaignDraft }) => Promise<Answer<SaveResult>>;
  fateOf: (input: { id: string }) => Promise<Answer<SendFate>>;
  find: (input: { id: string }) => Promise<Answer<CampaignDetail>>;
  schedule: (input: {
    id: string;
    revision: number;
    startsAt: string;
    timezone: string;
    request: string;
    reach: Reach;
    /** It follows its template, instead of keeping the version that is published now. */
    followTemplate: boolean;
  }) => Promise<Answer<null>>;
}
