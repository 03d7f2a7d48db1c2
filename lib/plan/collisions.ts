/** A campaign that goes out at a time, as far as it may meet another one. */
export interface TimedCampaign {
  /** Of the campaign: it does not meet itself. */
  id: string;
  /** Milliseconds UTC. */
  at: number;
  /** Whether it can still be moved. */
  isAhead: boolean;
  recipients: number;
  /** The Firebase projects that it is sent by. */
  projects: readonly string[];
}

/** Two campaigns closer than this may annoy those who get both. */
export const closeMs = 3_600_000;

/**
 * Messages that Firebase accepts for one project in a minute, where no other quota was agreed on
 * (Firebase Cloud Messaging, “Throttling and quotas”).
 */
export const quotaAMinute = 600_000;

const minuteMs = 60_000;
const byTime = (one: TimedCampaign, other: TimedCampaign) => one.at - other.at;

/**
 * Returns pairs of campaigns that go out less than an hour apart, the earliest first, at most
 * `most`. One of both is still ahead: what went out can no longer be moved.
 */
export function closePairs<C extends TimedCampaign>(
  campaigns: readonly C[],
  most: number,
): [C, C][] {
  const inOrder = campaigns.toSorted(byTime);
  const pairs: [C, C][] = [];
  for (const [index, one] of inOrder.entries())
    for (const other of inOrder.slice(index + 1)) {
      if (other.at - one.at >= closeMs) break;
      if (one.id === other.id || !(one.isAhead || other.isAhead)) continue;
      pairs.push([one, other]);
      if (pairs.length >= most) return pairs;
    }
  return pairs;
}

/** Campaigns that share the quota of a project. */
interface SharedQuota<C extends TimedCampaign> {
  project: string;
  campaigns: C[];
  recipients: number;
}

/**
 * Returns the campaigns that have to wait for each other, because together they exceed the quota
 * of a Firebase project while they are sent. Each recipient counts as one message.
 */
export function sharedQuotas<C extends TimedCampaign>(campaigns: readonly C[]): SharedQuota<C>[] {
  const projects = [...new Set(campaigns.flatMap((one) => one.projects))].toSorted();
  return projects.flatMap((project) =>
    groupsOf(campaigns.filter((one) => one.projects.includes(project)))
      .map((group) => ({
        project,
        campaigns: group,
        recipients: group.reduce((sum, { recipients }) => sum + recipients, 0),
      }))
      .filter(
        ({ campaigns: group, recipients }) =>
          group.length > 1 && recipients > quotaAMinute && group.some(({ isAhead }) => isAhead),
      ),
  );
}

/** Campaigns of one project, by those that begin before the ones before them are through. */
function groupsOf<C extends TimedCampaign>(campaigns: readonly C[]): C[][] {
  const groups: C[][] = [];
  let busyUntil = Number.NEGATIVE_INFINITY;
  for (const campaign of campaigns.toSorted(byTime)) {
    const { at, recipients } = campaign;
    const group = at < busyUntil ? groups.at(-1) : undefined;
    if (group) group.push(campaign);
    else groups.push([campaign]);
    const before = group ? busyUntil : at;
    busyUntil = Math.max(before, at) + (recipients / quotaAMinute) * minuteMs;
  }
  return groups;
}
