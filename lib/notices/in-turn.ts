import type { Notice } from "./words";

/**
 * So many notices at most, of all services in turn: the latest of each, then the second latest of
 * each, and so on. No service takes the room of another.
 *
 * @param notices the latest first
 * @param ofEach of one service at most
 */
export function inTurn<T extends Pick<Notice, "serviceId">>(
  notices: readonly T[],
  most: number,
  ofEach = most,
): T[] {
  const counts = new Map<string, number>();
  const turns = notices.map((notice) => {
    const turn = counts.get(notice.serviceId) ?? 0;
    counts.set(notice.serviceId, turn + 1);
    return { notice, turn };
  });
  return turns
    .filter(({ turn }) => turn < ofEach)
    .toSorted((one, other) => one.turn - other.turn)
    .slice(0, most)
    .map(({ notice }) => notice);
}
