import { labProviders, type LabProvider } from "./kinds";

/** What one provider's endpoint has seen since the lab started, which is nothing yet. */
const noCounts = () => ({
  /** Complete requests, token calls included. */
  requests: 0,
  /** Accepted sends. */
  accepted: 0,
  /**
   * Notifications that reached a device: one send may reach a thousand (HMS), or none (dry run).
   */
  notifications: 0,
  /** Refusals by reason, in the provider's own words. */
  rejected: {} as Record<string, number>,
  /** Requests that were answered by no word: connection destroyed, or left hanging. */
  unanswered: 0,
  tokenCalls: 0,
  /** Connections open now. */
  openConnections: 0,
  /** Connections ever opened. */
  connections: 0,
  goaways: 0,
});
export type ProviderCounts = ReturnType<typeof noCounts>;

export type Counts = Record<LabProvider, ProviderCounts>;

/** Counters at nought. */
export function makeCounts(): Counts {
  return Object.fromEntries(labProviders.map((provider) => [provider, noCounts()])) as Counts;
}

/** Counts one answer by its verdict. */
export function countVerdict(counts: ProviderCounts, verdict: string): void {
  if (verdict === "accepted") counts.accepted += 1;
  else if (verdict !== "token") counts.rejected[verdict] = (counts.rejected[verdict] ?? 0) + 1;
}
