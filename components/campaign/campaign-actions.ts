import type { z } from "zod";
import type { Answer } from "@/lib/inputs/answer";
import type { changeCampaignSchema } from "@/lib/inputs/campaign";

type Named<T> = (input: { id: string }) => Promise<Answer<T>>;

/** What can be done to campaigns at the server. */
export interface CampaignActions {
  change: (input: z.input<typeof changeCampaignSchema>) => Promise<Answer<null>>;
  undo: Named<{ id: string; revision: number }>;
  unschedule: Named<null>;
  stop: Named<null>;
  /** Returns the id of the copy. */
  duplicate: Named<string>;
}
