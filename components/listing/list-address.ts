import { single, withQuery } from "@/lib/inputs/paths";

/** What the address of a list says: filters, sort, and where the page begins or ends. */
export interface ListAddress<S extends string = string> {
  path: string;
  /** By name of the parameter; what is undefined narrows nothing. */
  filter: Record<string, string | undefined>;
  sort: S;
  /** The sort of an address that names none. */
  usualSort: S;
  after: string | undefined;
  before: string | undefined;
}

/**
 * Reads the sort and the place of a list from a page's query.
 *
 * @param sorts those that the list knows, the usual one first; it counts in place of any other
 */
export function listAddress<S extends string>(
  path: string,
  query: Record<string, string | string[] | undefined>,
  sorts: readonly [S, ...S[]],
  filter: ListAddress["filter"] = {},
): ListAddress<S> {
  const sortParameter = single(query["sort"]);
  const [usualSort] = sorts;
  const sort = sorts.find((option) => option === sortParameter) ?? usualSort;
  return {
    path,
    filter,
    sort,
    usualSort,
    after: single(query["after"]),
    before: single(query["before"]),
  };
}

/** The address of the first page of the list, of the page at a place, or of another sort. */
export function hrefIn(
  { path, filter, sort, usualSort }: ListAddress,
  to: { sort?: string; after?: string | null; before?: string | null } = {},
): string {
  const targetSort = to.sort ?? sort;
  return withQuery(path, {
    ...filter,
    sort: targetSort === usualSort ? undefined : targetSort,
    after: to.after ?? undefined,
    before: to.before ?? undefined,
  });
}

/** Whether the list is narrowed. */
export function isFiltered({ filter }: ListAddress): boolean {
  return Object.values(filter).some((value) => value !== undefined && value !== "");
}

/**
 * Whether a list has nothing at all, on any page and with any filter: its empty state has the one
 * action then, and the head of the page none.
 */
export function hasNothing(address: ListAddress, rows: readonly unknown[]): boolean {
  return (
    rows.length === 0 &&
    address.after === undefined &&
    address.before === undefined &&
    !isFiltered(address)
  );
}

/** The same sort the other way round: `name` and `-name`. */
export function reversed(sort: string): string {
  return sort.startsWith("-") ? sort.slice(1) : `-${sort}`;
}
