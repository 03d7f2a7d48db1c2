import { labProviders, type LabProvider } from "./kinds";

/** What one provider's endpoint has seen since the lab started. */
export interface ProviderCounts {
  /** Complete requests, token calls included. */
  requests: number;
  /** Sends that were taken. */
  accepted: number;
  /** Notifications that reached a device: one send may reach a thousand (HMS), or none (dry run). */
  notifications: number;
  /** Refusals by reason, in the provider's own words. */
  rejected: Record<string, number>;
  /** Requests that were answered by no word: connection destroyed, or left hanging. */
  unanswered: number;
  tokenCalls: number;
  /** Connections open now. */
  openConnections: number;
  /** Connections ever opened. */
  connections: number;
  goaways: number;
}

export type Counts = Record<LabProvider, ProviderCounts>;

/** Counters at nought. */
export function makeCounts(): Counts {
  const zero = (): ProviderCounts => ({
    requests: 0,
    accepted: 0,
    notifications: 0,
    rejected: {},
    unanswered: 0,
    tokenCalls: 0,
    openConnections: 0,
    connections: 0,
    goaways: 0,
  });
  return Object.fromEntries(labProviders.map((provider) => [provider, zero()])) as Counts;
}

/** Counts one answer by its verdict. */
export function countVerdict(counts: ProviderCounts, verdict: string): void {
  if (verdict === "accepted") counts.accepted += 1;
  else if (verdict !== "token") counts.rejected[verdict] = (counts.rejected[verdict] ?? 0) + 1;
}
