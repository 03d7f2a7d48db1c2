import type { Asked } from "@/lib/campaign/ask";
import type { SaveResult } from "@/lib/campaign/save";
import type { Reach } from "@/lib/compose/reach";
import type { Answer } from "@/lib/inputs/answer";
import type { CampaignDraft } from "@/lib/inputs/campaign";
import type { CampaignDetail } from "@/lib/results/campaign-list";
import type { SendFate } from "@/lib/results/send-fate";

/** What is sent later, and when. */
export interface ScheduledOrder {
  /** ISO 8601. */
  startsAt: string;
  /** IANA name. */
  timezone: string;
  /** The text of its body. */
  request: string;
  reach: Reach;
  /** The version of its template that was looked at. */
  templateVersion: number | undefined;
  /** The revision of the list whose recipients were confirmed; null where it goes to none. */
  listRevision?: number | null;
  /** It follows its template, instead of keeping the version that is published now. */
  followTemplate: boolean;
}

/** What a second person is asked to approve: sent at once, where it has no time. */
export interface AskedOrder extends Pick<
  ScheduledOrder,
  "request" | "reach" | "templateVersion" | "listRevision"
> {
  at?: Pick<ScheduledOrder, "startsAt" | "timezone" | "followTemplate"> | undefined;
  note: string;
}

/** What the server does with drafts. */
export interface DraftActions {
  save: (input: { campaign: CampaignDraft }) => Promise<Answer<SaveResult>>;
  fateOf: (input: { id: string }) => Promise<Answer<SendFate>>;
  find: (input: { id: string }) => Promise<Answer<CampaignDetail>>;
  schedule: (input: ScheduledOrder & { id: string; revision: number }) => Promise<Answer<null>>;
  /** Answers the campaign that waits from then on. */
  askApproval: (input: AskedOrder & { campaign: CampaignDraft }) => Promise<Answer<Asked>>;
}
