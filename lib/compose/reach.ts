import { isObject, jsonIn } from "@/lib/interface/value-shape";
import type { MissingValuePolicy, ValueChoices } from "@/lib/plan/own-values";

/**
 * A segment that a message goes to. `evaluation`: who is in it is decided when it is sent, or when
 * the order is confirmed.
 */
export interface SegmentChoice {
  id: string;
  evaluation: "send" | "confirmation";
}

/**
 * Who a message goes to beyond what its request says: a saved list in place of its destinations,
 * and further apps that send it.
 */
export interface Reach extends ValueChoices {
  /** The id of the list; null when the recipients are those of the request. */
  audienceId: string | null;
  /** The segment in place of its destinations; left out where it goes to none. */
  segment?: SegmentChoice | undefined;
  /** Apps of the same service that send it besides the request's own. */
  moreAppids: readonly string[];
  /**
   * The language of its template that everybody gets, "" for the default text; null or left out:
   * each recipient that of their device.
   */
  language?: string | null | undefined;
  /** Messages a minute; null or left out: as fast as it goes. */
  rate?: number | null | undefined;
  /** It is marked as necessary: frequency caps do not apply to it. */
  necessary?: boolean | undefined;
}

export const noReach: Reach = { audienceId: null, moreAppids: [] };

/** What a draft holds where its reach belongs; drafts without one go to their own destinations. */
export function readReach(value: unknown): Reach {
  if (typeof value !== "object" || value === null) return noReach;
  const { audienceId, segment, moreAppids, columns, defaults, lacking, language, rate, necessary } =
    value as Record<string, unknown>;
  const chosen = segmentIn(segment);
  return {
    audienceId: chosen === undefined && typeof audienceId === "string" ? audienceId : null,
    ...(chosen && { segment: chosen }),
    moreAppids: Array.isArray(moreAppids)
      ? moreAppids.filter((appid) => typeof appid === "string")
      : [],
    ...(isObject(columns) && { columns: membersThat(columns, isText) }),
    ...(isObject(defaults) && { defaults: membersThat(defaults, isText) }),
    ...(isObject(lacking) && { lacking: membersThat(lacking, isLacking) }),
    ...(typeof language === "string" && { language }),
    ...(typeof rate === "number" && { rate }),
    ...(necessary === true && { necessary }),
  };
}

function segmentIn(value: unknown): SegmentChoice | undefined {
  if (!isObject(value) || typeof value["id"] !== "string") return undefined;
  return {
    id: value["id"],
    evaluation: value["evaluation"] === "confirmation" ? "confirmation" : "send",
  };
}

/** Whether a draft, JSON text, is marked as necessary. */
export function isNecessaryDraft(draft: string): boolean {
  const content = jsonIn(draft);
  return isObject(content) && readReach(content["reach"]).necessary === true;
}

/** A draft, JSON text, without its mark as necessary. */
export function unmarkedDraft(draft: string): string {
  const content = jsonIn(draft);
  if (!isObject(content)) return draft;
  const { necessary: _, ...reach } = readReach(content["reach"]);
  return JSON.stringify({ ...content, reach });
}

const isText = (value: unknown) => typeof value === "string";
const isLacking = (value: unknown): value is MissingValuePolicy =>
  value === "leave out" || value === "send as written";

function membersThat<T>(of: object, fits: (value: unknown) => value is T): Record<string, T> {
  return Object.fromEntries(
    Object.entries(of).filter((entry): entry is [string, T] => fits(entry[1])),
  );
}
