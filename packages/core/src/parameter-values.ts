// Reads the value of one raw parameter of a message as its profile says.
import { type AlarmBits, alarmsOfValue, alarmValue, joinAlarms } from './device-alarms.ts'
import { readSigned, readUnsigned, textOf } from './io.ts'
import type { Parameter } from './protocol.ts'
import type { RecordValues } from './record-values.ts'

/** The hexadecimal digits of each byte. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export interface CompiledParameter {
  /** Index of its word in `RecordValues`. */
  readonly place: number
  readonly signed: boolean
  /** The value is raw / divisor, or raw × factor when the scale is not of the form 1/n: dividing keeps 12.345 exactly 12.345. */
  readonly divisor: number
  readonly factor: number
  readonly text: Parameter['text']
  readonly textOf: Parameter['textOf']
  readonly missing: readonly number[] | undefined
  readonly bit: number | undefined
  /** The parameters of other bits of the same number. */
  readonly others: CompiledParameter[]
  /** The kinds of alarm that a raw value reports; null: the parameter is no alarm. */
  readonly alarmsOf: ((raw: number | string) => AlarmBits) | null
}
/** Largest number, bytes. */
const WIDEST = 8
/** Longest text. No named parameter has a longer one, and no table could index it. */
const LONGEST_TEXT = 512

export function storeParameter(
  p: CompiledParameter,
  io: Uint8Array,
  o: number,
  width: number,
  values: RecordValues,
): void {
  if (p.textOf !== undefined) {
    const text = p.textOf(io.subarray(o, o + width))
    if (text !== undefined) values.setText(p.place, text)
    return
  }
  if (p.text !== undefined) {
    if (width > LONGEST_TEXT) return
    values.setText(
      p.place,
      p.text === 'ascii'
        ? ascii(io, o, width)
        : isZero(io, o, width)
          ? ''
          : p.text === 'hex'
            ? hex(io, o, width)
            : hexReversed(io, o, width),
    )
    return
  }
  if (width === 0 || width > WIDEST) return
  storeNumber(p, p.signed ? readSigned(io, o, width) : readUnsigned(io, o, width), values)
}

function storeNumber(p: CompiledParameter, value: number, values: RecordValues): void {
  if (p.missing?.includes(value)) return
  if (p.alarmsOf !== null) storeAlarms(p.place, p.alarmsOf(value), values)
  else if (p.bit !== undefined) {
    values.numbers[p.place] = Math.floor(value / 2 ** p.bit) % 2
    for (const sibling of p.others) storeNumber(sibling, value, values)
  } else values.numbers[p.place] = p.factor === 1 ? value / p.divisor : value * p.factor
}
/** Joins the alarms of several parameters of one record. */
function storeAlarms(place: number, alarms: AlarmBits, { numbers }: RecordValues): void {
  const before = numbers[place] as number
  numbers[place] = alarmValue(
    Number.isNaN(before) ? alarms : joinAlarms(alarmsOfValue(before), alarms),
  )
}

/** An element of a text protocol at `start`; returns its end. */
export function storeNamed(
  parametersById: ReadonlyMap<string, CompiledParameter>,
  io: Uint8Array,
  start: number,
  nameLength: number,
  values: RecordValues,
): number {
  const o = start + nameLength + 2
  const width = ((io[o - 2] ?? 0) << 8) | (io[o - 1] ?? 0)
  if (o + width > io.length) throw new RangeError('io: value is cut')
  const p =
    parametersById.size === 0 ? undefined : parametersById.get(textOf(io, start, nameLength))
  if (p === undefined || width > LONGEST_TEXT) return o + width
  const text = textOf(io, o, width).trim()
  if (p.text !== undefined) values.setText(p.place, text)
  else {
    const value = numberOfText(text)
    if (value === null && p.alarmsOf !== null) storeAlarms(p.place, p.alarmsOf(text), values)
    if (value !== null) storeNumber(p, value, values)
  }
  return o + width
}

/** Decimal numbers, and the words for yes and no; null: the text is neither. */
function numberOfText(text: string): number | null {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i.test(text)) return Number(text)
  const word = text.toLowerCase()
  return word === 'true' || word === 'on' ? 1 : word === 'false' || word === 'off' ? 0 : null
}

function isZero(io: Uint8Array, o: number, width: number): boolean {
  for (let i = 0; i < width; i++) if (io[o + i] !== 0) return false
  return true
}
export function hex(io: Uint8Array, o: number, width: number): string {
  let text = ''
  for (let i = 0; i < width; i++) text += HEX[io[o + i] as number]
  return text
}
function hexReversed(io: Uint8Array, o: number, width: number): string {
  let text = ''
  for (let i = width - 1; i >= 0; i--) text += HEX[io[o + i] as number]
  return text
}
/** Printable characters only, trimmed. */
function ascii(io: Uint8Array, o: number, width: number): string {
  let text = ''
  for (let i = 0; i < width; i++) {
    const byte = io[o + i] as number
    if (byte >= 0x20 && byte < 0x7f) text += String.fromCharCode(byte)
  }
  return text.trim()
}
