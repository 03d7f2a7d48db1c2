import type { Composition } from "@/lib/compose/composition";

/** A campaign as the composer was opened with it. */
export interface OpenCampaign {
  id: string;
  revision: number;
  name: string;
}

/** A draft as it is gone on with. */
export interface OpenDraft {
  initial: Composition;
  /** What the server has; differs from `initial` by what this tab alone had kept. */
  base: Composition;
  opened: OpenCampaign | undefined;
}
