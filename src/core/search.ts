/**
 * The last of ascending values that is at most the limit.
 * @param valueAt the value at an index from 0 to `count - 1`
 * @returns its index; -1 where all are greater
 */
export function lastUpTo(count: number, valueAt: (index: number) => number, limit: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
