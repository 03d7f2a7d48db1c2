import { isObject } from "@/lib/interface/value-shape";

/** Who a message goes to beyond what its request says: a saved list in place of its destinations, and further apps that send it. */
export interface Reach {
  /** The id of the list; null when the recipients are those of the request. */
  audienceId: string | null;
  /** Apps of the same service that send it besides the request's own. */
  moreAppids: readonly string[];
  /** The column of the list that a parameter of the template takes its values from, where it is called otherwise; "" for none. */
  columns?: Readonly<Record<string, string>> | undefined;
  /** The language of its template that everybody gets, "" for the default text; null or left out: each recipient that of their device. */
  language?: string | null | undefined;
}

export const noReach: Reach = { audienceId: null, moreAppids: [] };

/** What a draft holds where its reach belongs; drafts without one go to their own destinations. */
export function readReach(value: unknown): Reach {
  if (typeof value !== "object" || value === null) return noReach;
  const { audienceId, moreAppids, columns, language } = value as Record<string, unknown>;
  return {
    audienceId: typeof audienceId === "string" ? audienceId : null,
    moreAppids: Array.isArray(moreAppids) ? moreAppids.filter((appid) => typeof appid === "string") : [],
    ...(isObject(columns) && {
      columns: Object.fromEntries(
        Object.entries(columns).flatMap(([name, column]) => (typeof column === "string" ? [[name, column]] : [])),
      ),
    }),
    ...(typeof language === "string" && { language }),
  };
}
