// The bytes that a JT/T 808 frame may not hold between its delimiters, and what stands for them.

export interface Escapes {
  readonly delimiter: number
  /** Mark of an escape → the byte behind it → what both stand for. */
  readonly marks: Readonly<Record<number, Readonly<Record<number, number>>>>
}
export const STANDARD: Escapes = { delimiter: 0x7e, marks: { 125: { 1: 0x7d, 2: 0x7e } } }
/** A form of some makers, with ids of seven bytes. */
export const VARIANT: Escapes = {
  delimiter: 0xe7,
  marks: { 230: { 1: 0xe6, 2: 0xe7 }, 62: { 1: 0x3e, 2: 0x3d } },
}

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
export function withEscapes(content: Uint8Array, { delimiter, marks }: Escapes): Uint8Array {
  const pairs = new Map<number, readonly [number, number]>()
  for (const [mark, values] of Object.entries(marks))
    for (const [code, value] of Object.entries(values))
      pairs.set(value, [Number(mark), Number(code)])
  return Uint8Array.from([
    delimiter,
    ...[...content].flatMap(byte => pairs.get(byte) ?? [byte]),
    delimiter,
  ])
}
