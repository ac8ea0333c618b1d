// The bytes that must not occur between the delimiters of a JT/T 808 frame, and the escapes that replace them.

const BYTES = 256
type Marks = Readonly<Record<number, Readonly<Record<number, number>>>>
export interface Escapes {
  readonly delimiter: number
  /** First byte of an escape → its second byte → the byte that they stand for. */
  readonly marks: Marks
  /** Byte → 1: it begins an escape. */
  readonly isMark: Uint8Array
  /** Byte → both bytes of the escape that replaces it, as one number; 0: it is not escaped. */
  readonly pairs: Uint16Array
}
function escapes(delimiter: number, marks: Marks): Escapes {
  const isMark = new Uint8Array(BYTES)
  const pairs = new Uint16Array(BYTES)
  for (const [mark, values] of Object.entries(marks)) {
    isMark[Number(mark)] = 1
    for (const [code, value] of Object.entries(values))
      pairs[value] = (Number(mark) << 8) | Number(code)
  }
  return { delimiter, marks, isMark, pairs }
}
export const STANDARD = escapes(0x7e, { 125: { 1: 0x7d, 2: 0x7e } })
/** A form of some makers, with ids of seven bytes. */
export const VARIANT = escapes(0xe7, {
  230: { 1: 0xe6, 2: 0xe7 },
  62: { 1: 0x3e, 2: 0x3d },
})

/** The content between the delimiters of a complete frame, a view of the frame when nothing is escaped; null: an escape is invalid. */
export function withoutEscapes(frame: Uint8Array, { marks, isMark }: Escapes): Uint8Array | null {
  const end = frame.length - 1
  let i = 1
  while (i < end && isMark[frame[i] as number] === 0) i++
  if (i === end) return frame.subarray(1, end)
  const content = new Uint8Array(end - 1)
  content.set(frame.subarray(1, i))
  let n = i - 1
  for (; i < end; i++) {
    const byte = frame[i] as number
    if (isMark[byte] === 0) {
      content[n++] = byte
      continue
    }
    const value = i + 1 < end ? marks[byte]?.[frame[i + 1] as number] : undefined
    if (value === undefined) return null
    content[n++] = value
    i++
  }
  return content.subarray(0, n)
}

/** The frame of a content, with its delimiters. */
export function withEscapes(content: Uint8Array, { delimiter, pairs }: Escapes): Uint8Array {
  const frame = new Uint8Array(2 * content.length + 2)
  let n = 0
  frame[n++] = delimiter
  for (let i = 0; i < content.length; i++) {
    const byte = content[i] as number
    const pair = pairs[byte] as number
    if (pair === 0) frame[n++] = byte
    else {
      frame[n++] = pair >> 8
      frame[n++] = pair & 255
    }
  }
  frame[n++] = delimiter
  return frame.slice(0, n)
}
