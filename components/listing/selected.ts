/** What is selected of a list, and where a range begins. */
export interface SelectedRows {
  ids: ReadonlySet<string>;
  anchor: string | undefined;
}

/** Nothing is selected. */
export const noneSelected: SelectedRows = { ids: new Set(), anchor: undefined };

/**
 * Selects a row or lets it go; with `range`, brings all rows from the last one that was pressed up
 * to this one to what that one is.
 *
 * @param order ids of all rows, as they are shown
 */
export function pressed(
  { ids, anchor }: SelectedRows,
  order: readonly string[],
  id: string,
  range: boolean,
): SelectedRows {
  const from = anchor === undefined ? -1 : order.indexOf(anchor);
  const to = order.indexOf(id);
  const spanned =
    range && from >= 0 && to >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  const on = spanned.length > 1 && anchor !== undefined ? ids.has(anchor) : !ids.has(id);
  const next = new Set(ids);
  for (const one of spanned)
    if (on) next.add(one);
    else next.delete(one);
  return { ids: next, anchor: id };
}
