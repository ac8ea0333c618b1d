// Binary search in lists and columns that are sorted.

/**
 * The number of elements before the first that is reached.
 * @param count number of elements
 * @param isReached whether the element at an index is reached; it must be so for all elements after the first one
 * @returns `count` if none is reached
 */
export function countBefore(count: number, isReached: (index: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isReached(middle)) high = middle
    else low = middle + 1
  }
  return low
}
