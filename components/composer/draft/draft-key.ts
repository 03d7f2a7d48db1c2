/**
 * Under what a tab keeps a draft.
 *
 * @param who whose draft it is: the member's id, and the service's that it is written in
 * @param campaign which; null for one that the server does not have yet
 */
export function keyOfDraft(who: string, campaign: string | null): string {
  return `clarion.compose.3.${who}.${campaign ?? "new"}`;
}

/**
 * Under what a tab keeps which draft it left at an address that did not name it yet.
 *
 * @param who as in {@link keyOfDraft}
 */
export function keyOfLeft(who: string): string {
  return `clarion.compose.left.2.${who}`;
}
