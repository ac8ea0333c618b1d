// The bytes that a JT/T 808 frame may not hold between its delimiters, and what stands for them.

type Marks = Readonly<Record<number, Readonly<Record<number, number>>>>
export interface Escapes {
  readonly delimiter: number
  /** Mark of an escape → the byte behind it → what both stand for. */
  readonly marks: Marks
  /** Byte that is escaped → the mark and the byte behind it that stand for it. */
  readonly pairs: Readonly<Record<number, readonly [mark: number, code: number]>>
}
const escapes = (delimiter: number, marks: Marks): Escapes => ({
  delimiter,
  marks,
  pairs: Object.fromEntries(
    Object.entries(marks).flatMap(([mark, values]) =>
      Object.entries(values).map(([code, value]) => [value, [Number(mark), Number(code)] as const]),
    ),
  ),
})
export const STANDARD = escapes(0x7e, { 125: { 1: 0x7d, 2: 0x7e } })
/** A form of some makers, with ids of seven bytes. */
export const VARIANT = escapes(0xe7, {
  230: { 1: 0xe6, 2: 0xe7 },
  62: { 1: 0x3e, 2: 0x3d },
})

/** What stands between the delimiters of a whole frame; null: an escape that is none. */
export function withoutEscapes(frame: Uint8Array, { marks }: Escapes): Uint8Array | null {
  const content = new Uint8Array(frame.length - 2)
  let n = 0
  for (let i = 1; i < frame.length - 1; i++) {
    const byte = frame[i] as number
    const mark = marks[byte]
    if (mark === undefined) {
      content[n++] = byte
      continue
    }
    const value = i + 1 < frame.length - 1 ? mark[frame[i + 1] as number] : undefined
    if (value === undefined) return null
    content[n++] = value
    i++
  }
  return content.subarray(0, n)
}

/** A frame of the content, with its delimiters. */
export function withEscapes(content: Uint8Array, { delimiter, pairs }: Escapes): Uint8Array {
  const frame = new Uint8Array(2 * content.length + 2)
  let n = 0
  frame[n++] = delimiter
  for (const byte of content) {
    const pair = pairs[byte]
    if (pair === undefined) frame[n++] = byte
    else {
      frame[n++] = pair[0]
      frame[n++] = pair[1]
    }
  }
  frame[n++] = delimiter
  return frame.slice(0, n)
}
