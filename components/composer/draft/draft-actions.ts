import type { askApproval } from "@/lib/campaign/ask";
import type { saveCampaign } from "@/lib/campaign/save";
import type { scheduleCampaign } from "@/lib/campaign/schedule";
import type { Reach } from "@/lib/compose/reach";
import type { OrderTimesInput } from "@/lib/inputs/order-times";
import type { findCampaign } from "@/lib/results/campaign-list";
import type { readSendProgress } from "@/lib/results/send-progress";
import type { ActionOf } from "@/lib/verb/answer";

/** What is sent later, and when. */
export interface ScheduledOrder extends OrderTimesInput {
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
export interface OrderForApproval extends Pick<
  ScheduledOrder,
  "request" | "reach" | "templateVersion" | "listRevision"
> {
  at?:
    | Pick<ScheduledOrder, "startsAt" | "timezone" | keyof OrderTimesInput | "followTemplate">
    | undefined;
  note: string;
}

/** What the server does with drafts. */
export interface DraftActions {
  save: ActionOf<typeof saveCampaign>;
  readProgress: ActionOf<typeof readSendProgress>;
  find: ActionOf<typeof findCampaign>;
  schedule: ActionOf<typeof scheduleCampaign>;
  /** Answers the campaign that waits from then on. */
  askApproval: ActionOf<typeof askApproval>;
}
