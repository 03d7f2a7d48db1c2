import { tryTo } from "@/components/ui/browser/try-to";

/** When a campaign was to go out, before it became a draft to be edited. */
export interface FormerTime {
  /** ISO 8601. */
  startsAt: string;
  /** The time zone that it was chosen in. */
  zone: string;
  /** What else was chosen of its time. */
  times?: unknown;
}

/** Gives where it is remembered; a browser may forbid even that. */
type Memory = () => Pick<Storage, "getItem" | "setItem">;

const place = (campaign: string) => `clarion.former-time.${campaign}`;

/**
 * Remembers in this tab when a campaign was to go out, to be offered when it is scheduled again.
 */
export function rememberTime(
  memory: Memory,
  campaign: string,
  { startsAt, zone, times }: FormerTime,
): void {
  tryTo(() => memory().setItem(place(campaign), JSON.stringify([startsAt, zone, times])));
}

/**
 * Returns when a campaign was to go out; undefined where no time is stored, or it has passed
 * (`now`: milliseconds UTC).
 */
export function formerTime(
  memory: Memory,
  campaign: string | undefined,
  now: number,
): FormerTime | undefined {
  if (campaign === undefined) return undefined;
  const value: unknown = tryTo(() => JSON.parse(memory().getItem(place(campaign)) ?? "null"));
  const [startsAt, zone, times] = Array.isArray(value) ? (value as unknown[]) : [];
  return typeof startsAt === "string" && typeof zone === "string" && Date.parse(startsAt) > now
    ? { startsAt, zone, ...(times != null && { times }) }
    : undefined;
}
