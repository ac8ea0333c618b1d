// Where the next frame may begin after bytes that belong to none.

/**
 * Where the first of the marks begins in `bytes` from `start`, or where the end of `bytes` may be the begin of one; -1: nowhere.
 * @param marks the bytes that a frame begins with, one list for each kind of frame
 */
export function nextMark(
  bytes: Uint8Array,
  start: number,
  end: number,
  marks: readonly (readonly number[])[],
): number {
  for (let i = start; i < end; i++)
    if (marks.some(mark => mark.every((byte, k) => i + k >= end || bytes[i + k] === byte))) return i
  return -1
}
