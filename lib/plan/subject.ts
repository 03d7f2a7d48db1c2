import type { PlanOptions, ValueChoices } from "./own-values";
import type { Recurrence } from "./recurrence";

/** What was chosen of when an order goes out, besides the time itself. */
export interface OrderTimes {
  /** Minutes after its time from which on it asks instead of going out; null: however late. */
  lateMinutes: number | null;
  /** It goes out when the clocks of each recipient show its time. */
  zoned: boolean;
  /** When it goes out again; null: it goes out once. */
  recurrence: OrderRecurrence | null;
}

/** The dates of an order that recurs. */
export interface OrderRecurrence extends Recurrence {
  /** Each run follows the template: what is published when it goes out counts. */
  follows: boolean;
}

/**
 * All that makes a send that send: what an approval is bound to. Two that differ in anything are
 * two sends.
 */
export interface Subject {
  /** The request as composed, its very text. */
  request: string;
  /**
   * The list that it goes to: its revision, its recipients, and a SHA-256 over them with their
   * values in order; null where they are in the request.
   */
  audience: { id: string; revision: number; recipients: number; sha256: string } | null;
  /**
   * The segment that it goes to; left out where it goes to none. Bound are its rule and when it is
   * evaluated. Who is in it by then may be others, so that `users`, `recipients` and `requests` are
   * those of the moment at which it was asked for, as the rule's `words` are.
   */
  segment?: {
    id: string;
    name: string;
    revision: number;
    rule: unknown;
    words: string;
    evaluation: "send" | "confirmation";
    users: number;
  };
  moreAppids: readonly string[];
  /**
   * The language of its template that everybody gets, "" for the default text; null: each recipient
   * that of their device.
   */
  language: string | null;
  /**
   * The column of the list that a parameter takes its values from, where it is called otherwise.
   */
  columns: Readonly<Record<string, string>>;
  /** What recipients without a value get; left out where nothing was chosen. */
  defaults?: ValueChoices["defaults"];
  /** What becomes of recipients who have neither; left out where nothing was chosen. */
  lacking?: ValueChoices["lacking"];
  /** Messages a minute; left out where it goes as fast as it can. */
  rate?: number;
  /** It is marked as necessary: frequency caps do not apply to it. Left out where it is not. */
  necessary?: true;
  /** It follows its template: what is published when it goes out counts. */
  followTemplate: boolean;
  /**
   * By app, the version of its template that it would be sent by; apps without one are left out.
   */
  templates: Readonly<Record<string, number>>;
  /** When it is sent: ISO 8601 UTC, and the time zone that it was chosen in; null: at once. */
  at: ({ startsAt: string; timezone: string } & OrderTimes) | null;
  /** How it is cut into requests, by app. */
  plan: Readonly<Record<string, PlanOptions & { templateVersion?: number }>>;
  recipients: number;
  requests: number;
}

/** What of a subject an approval is bound to: all of it but what a segment amounts to. */
export function boundIn({ segment, ...subject }: Subject): unknown {
  if (!segment) return subject;
  const { users: _, words: __, ...bound } = segment;
  return { ...subject, recipients: null, requests: null, segment: bound };
}

const same = (one: unknown, other: unknown) =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** What of a send changed since it was approved, as the beginning of a sentence. */
export function differenceOf(approved: Subject, now: Subject): string {
  for (const appid of new Set([
    ...Object.keys(approved.templates),
    ...Object.keys(now.templates),
  ])) {
    const [then, version] = [approved.templates[appid], now.templates[appid]];
    if (then === version) continue;
    if (version === undefined) return "Its template is gone";
    return then === undefined
      ? `It has a template now, in version ${version}`
      : `Version ${version} of its template was published after version ${then}`;
  }
  if (approved.request !== now.request) return "Its content was changed";
  const { segment } = now;
  if (approved.segment?.revision !== segment?.revision || approved.segment?.id !== segment?.id)
    return "Its segment was changed";
  const isOther = segment === undefined && approved.recipients !== now.recipients;
  if (
    isOther ||
    approved.segment?.evaluation !== segment?.evaluation ||
    !same(approved.audience, now.audience)
  )
    return "Its recipients were changed";
  if (!same(approved.moreAppids, now.moreAppids)) return "Its apps were changed";
  if (approved.language !== now.language) return "Its language was changed";
  if (approved.rate !== now.rate) return "Its rate was changed";
  if (!same(approved.at, now.at)) return "Its time was changed";
  if (approved.necessary !== now.necessary)
    return now.necessary ? "It was marked as necessary" : "It is no longer marked as necessary";
  return "How it is sent was changed";
}

/** With the members of objects in one order: a database keeps none. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
