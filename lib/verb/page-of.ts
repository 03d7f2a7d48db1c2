import { isId } from "@/lib/database/id";
import { mostCounted } from "@/lib/inputs/page";
import { isSendable } from "@/lib/interface/text";

/** A page of a list. */
export interface PageOf<R> {
  rows: R[];
  /** Pass it as `after`; null on the last page. */
  next: string | null;
  /** Pass it as `before`; null on the first page. */
  previous: string | null;
  /** Rows of the whole list, at most `mostCounted` + 1. */
  total: number;
}

/**
 * A row's place: what the list is sorted by, as text, then the id. Empty where the id alone sorts.
 */
export interface Place {
  key: string;
  id: string;
}

/** Rows to read: those beyond `place` in the list's order, or in the opposite one. */
export interface Step {
  place: Place | undefined;
  back: boolean;
  limit: number;
}

interface PageQuery {
  after?: string | undefined;
  before?: string | undefined;
  limit: number;
}

/**
 * A statement that counts the rows of `from`, the SQL from FROM on, up to `mostCounted` + 1: `n` in
 * its one row.
 */
export function countRows(from: string): string {
  return `SELECT count(*)::int AS n FROM (SELECT 1 ${from} LIMIT ${mostCounted + 1}) x`;
}

/** How a list is sorted: the value of a row, as text, and which texts can be one. */
export interface SortKey<R> {
  of: (row: R) => string;
  fits: RegExp;
}

/**
 * One page of a list, by key: however much is added meanwhile, no row is shown twice or left out on
 * the way. What no page has given counts as no place. Where less than a page lies before `before`,
 * it is the first page.
 *
 * @param key absent where the id alone sorts
 * @param count returns in one row how many rows the whole list has, up to `mostCounted` + 1; asked
 *   only where the page is not all of it
 */
export async function pageOf<R extends { id: string }>(
  { after, before, limit }: PageQuery,
  key: SortKey<R> | undefined,
  read: (step: Step) => Promise<R[]>,
  count: () => Promise<{ n: number }[]>,
): Promise<PageOf<R>> {
  const total = async () => (await count())[0]?.n ?? 0;
  const placeText = (row: R | undefined) =>
    row ? (key ? `${key.of(row)}_${row.id}` : row.id) : null;
  const end = placeOf(before, key?.fits);
  if (end) {
    const rows = await read({ place: end, back: true, limit: limit + 1 });
    if (rows.length > limit) {
      const earlierRows = rows.slice(0, limit).toReversed();
      return {
        rows: earlierRows,
        next: placeText(earlierRows.at(-1)),
        previous: placeText(earlierRows[0]),
        total: await total(),
      };
    }
  }
  const start = end ? undefined : placeOf(after, key?.fits);
  const rows = await read({ place: start, back: false, limit: limit + 1 });
  const pageRows = rows.slice(0, limit);
  const more = rows.length > limit;
  return {
    rows: pageRows,
    next: more ? placeText(pageRows.at(-1)) : null,
    previous: start ? placeText(pageRows[0]) : null,
    total: start || more ? await total() : pageRows.length,
  };
}

function placeOf(text: string | undefined, fits = /^$/): Place | undefined {
  const [, key = "", id = ""] = /^(?:(.*)_)?([^_]*)$/s.exec(text ?? "") ?? [];
  return isId(id) && fits.test(key) && isSendable(key) ? { key, id } : undefined;
}
