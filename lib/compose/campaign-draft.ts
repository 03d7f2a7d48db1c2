/** A campaign as its editor holds it. */
export interface CampaignDraft {
  /** Null for one that was never saved. */
  id: string | null;
  /** Of the version that was edited: a save on an older one is refused. */
  revision: number;
  name: string;
  appid: string;
  /** The composition, JSON text. */
  draft: string;
}
