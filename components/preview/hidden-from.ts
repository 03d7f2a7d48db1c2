/**
 * The first position in 0 … length at which `isHidden` holds, given that it holds from there on;
 * `length` when it never does.
 */
export function hiddenFrom(length: number, isHidden: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isHidden(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
