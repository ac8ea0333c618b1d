// Finds the next possible beginning of a frame after bytes that belong to none.

/**
 * Index of the first complete mark in `bytes` from `start`; -1: there is none. An incomplete mark does not count, so the result does not depend on
 * how a stream was cut.
 * @param marks the bytes with which a frame begins, one list for each kind of frame
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
