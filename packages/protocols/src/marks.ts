// Where the next frame may begin after bytes that belong to none.

/**
 * Where the first of the marks begins in `bytes` from `start`, all its bytes being there; -1: nowhere. A mark that is cut does not count, so the result does not depend on how a stream was cut.
 * @param marks the bytes that a frame begins with, one list for each kind of frame
 */
export function nextMark(
  bytes: Uint8Array,
  start: number,
  end: number,
  marks: readonly (readonly number[])[],
): number {
  for (let i = start; i < end; i++)
    if (marks.some(mark => i + mark.length <= end && mark.every((b, k) => bytes[i + k] === b)))
      return i
  return -1
}
