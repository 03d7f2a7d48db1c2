import type { DestinationKey } from "@/lib/interface/device-kinds";
import type { PlannedRecipient } from "@/lib/plan/requests";

/** What the composer draws and counts with of a saved list, or of a segment. */
export interface DrawnAudience {
  id: string;
  serviceId: string;
  name: string;
  /** The rule of a segment in words, and when it was evaluated (ISO 8601 UTC). */
  segment?: { words: string; at: string };
  recipients: number;
  /** Raised by each change of its recipients. */
  revision: number;
  /** Recipients by kind of identifier; kinds without any are left out. */
  kinds: Partial<Record<DestinationKey, number>>;
  /** Names that at least one recipient has a value for. */
  parameters: readonly string[];
  /** The first recipients, in their order: as many as a request can hold. */
  head: PlannedRecipient[];
  /** Those whose payload may be the largest. */
  widest: PlannedRecipient[];
}

/**
 * The chosen list or segment: `lost` was removed or cannot be evaluated, for the reason
 * `why`; `away` could not be fetched.
 */
export type ChosenAudience =
  | { kind: "open"; audience: DrawnAudience }
  | { kind: "opening"; name: string; recipients: number }
  | { kind: "lost"; why?: string | undefined }
  | { kind: "away"; again: () => void };
