// Reads the raw parameters of a message as named values in their units, by a device profile that is compiled once.
import {
  type AlarmBits,
  alarmsByBit,
  alarmsByValue,
  alarmsOfValue,
  alarmValue,
  joinAlarms,
} from './device-alarms.ts'
import {
  EVENT_IO,
  eachIo,
  GENERATION_IO,
  PRIORITY_IO,
  RECEIPT_IO,
  readSigned,
  readUnsigned,
  textOf,
} from './io.ts'
import type { Parameter, Profile } from './protocol.ts'
import { indexOfWord, RecordValues, valuesOf } from './record-values.ts'
import type { Values } from './telemetry.ts'

/** A parameter that the profile does not name: number for 1, 2 and 4 bytes, decimal text for 8, hexadecimal for byte strings, the text itself for a text protocol; unsigned. */
export interface RawParameter {
  readonly id: number | string
  /** bytes */
  readonly width: number
  readonly value: number | string
}

export interface ProfileReader {
  readonly profile: Profile
  /**
   * Fills `into` with the values of `io` (the form of `core/io.ts`) and nothing else. Values that the profile declares missing are skipped.
   * When two ids of a family share a word, the later one wins; alarms are joined. Throws RangeError on bytes of another form.
   */
  fill(io: Uint8Array, into: RecordValues): void
  /** The same as an object by names. */
  read(io: Uint8Array): Values
  /** The parameters without a name in the profile, in wire order. */
  raw(io: Uint8Array): RawParameter[]
}

/** The key of an element in `io` is its raw id × 8 + size class. Ids above 65535 are properties of the record itself. */
const KEYS = 65_536 * 8
/** Hexadecimal digits of each byte. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
/** Size class of `io` by width in bytes. */
const CLASS: Readonly<Record<number, number>> = { 1: 0, 2: 1, 4: 2, 8: 3 }
const CLASS_OF_BYTES = 4
const CLASS_OF_NAMED = 5
const [EVENT, PRIORITY, GENERATION, RECEIPT] = [
  indexOfWord('event'),
  indexOfWord('priority'),
  indexOfWord('generation'),
  indexOfWord('receipt_time'),
]

interface CompiledParameter {
  /** Index of its word in `RecordValues`. */
  readonly place: number
  readonly signed: boolean
  /** Value = raw / divisor, or raw × factor where the scale is no fraction of one: dividing keeps 12.345 exactly 12.345. */
  readonly divisor: number
  readonly factor: number
  readonly text: Parameter['text']
  readonly textOf: Parameter['textOf']
  readonly missing: readonly number[] | undefined
  readonly bit: number | undefined
  /** Of other bits of the same number. */
  readonly others: CompiledParameter[]
  /** The kinds of alarm that a raw value tells; null: it is no alarm. */
  readonly alarmsOf: ((raw: number | string) => AlarmBits) | null
}
/** Largest number, bytes. */
const WIDEST = 8
/** Longest text. No named parameter has a longer one, and no table could index it. */
const LONGEST_TEXT = 512

export function profileReader(profile: Profile): ProfileReader {
  const parameters: CompiledParameter[] = []
  const highest = profile.parameters.reduce(
    (most, p) => (typeof p.id === 'number' ? Math.max(most, p.id) : most),
    0,
  )
  const parametersById = new Map<string, CompiledParameter>()
  const index = new Int16Array((highest + 1) * 8).fill(-1)
  for (const p of profile.parameters) {
    if (typeof p.id === 'string') {
      parametersById.set(p.id, compile(p))
      continue
    }
    if (p.id > 65_535) throw new RangeError(`profile ${profile.code}: id ${p.id} is beyond 65535`)
    const sharedAt = p.bit === undefined ? -1 : (index[p.id * 8 + firstClassOf(p)] ?? -1)
    if (sharedAt >= 0) {
      parameters[sharedAt]?.others.push(compile(p))
      continue
    }
    const at = parameters.push(compile(p)) - 1
    // A byte string in place of a number has an unknown encoding and stays raw, unless the profile allows it.
    if (p.width === undefined)
      index.fill(at, p.id * 8, p.id * 8 + (allowsBytes(p) ? CLASS_OF_BYTES + 1 : CLASS_OF_BYTES))
    else index[p.id * 8 + firstClassOf(p)] = at
  }

  function fill(io: Uint8Array, into: RecordValues): void {
    into.clear()
    const length = io.length
    let o = 0
    while (o < length) {
      let key = io[o++] as number
      if (key > 127) {
        let shift = 7
        key &= 127
        for (;;) {
          const byte = io[o++]
          if (byte === undefined || shift > 21) throw new RangeError('io: key is cut')
          key |= (byte & 127) << shift
          if (byte < 128) break
          shift += 7
        }
      }
      const size = key & 7
      let width = 1 << size
      if (size === CLASS_OF_BYTES) {
        width = ((io[o] ?? 0) << 8) | (io[o + 1] ?? 0)
        o += 2
      } else if (size === CLASS_OF_NAMED) {
        o = storeNamed(parametersById, io, o, key >>> 3, into)
        continue
      } else if (size > CLASS_OF_NAMED) throw new RangeError(`io: unknown size class ${size}`)
      if (o + width > length) throw new RangeError('io: value is cut')
      const at = index[key]
      if (at !== undefined && at >= 0)
        storeParameter(parameters[at] as CompiledParameter, io, o, width, into)
      else if (key >= KEYS) storeRecordParameter(key >>> 3, io, o, width, into)
      o += width
    }
  }
  function readValues(io: Uint8Array): Values {
    const values = new RecordValues()
    fill(io, values)
    return valuesOf(values)
  }

  function raw(io: Uint8Array): RawParameter[] {
    const unnamedValues: RawParameter[] = []
    eachIo(io, (id, offset, width, text) => {
      if (typeof id === 'string') {
        if (!parametersById.has(id))
          unnamedValues.push({ id, width, value: textOf(io, offset, width) })
        return
      }
      const key = id * 8 + (text ? CLASS_OF_BYTES : (CLASS[width] ?? CLASS_OF_BYTES))
      if (id > 65_535 || (index[key] ?? -1) >= 0) return
      const value = text
        ? hex(io, offset, width)
        : width === 8
          ? BigInt(`0x${hex(io, offset, 8)}`).toString()
          : readUnsigned(io, offset, width)
      unnamedValues.push({ id, width, value })
    })
    return unnamedValues
  }

  return { profile, fill, read: readValues, raw }
}

const firstClassOf = ({ width }: Parameter): number =>
  width === undefined ? 0 : (CLASS[width] ?? CLASS_OF_BYTES)
const allowsBytes = (p: Parameter): boolean =>
  p.text !== undefined || p.textOf !== undefined || p.bytes === true

function compile(p: Parameter): CompiledParameter {
  const scale = p.scale ?? 1
  const divisor = Math.round(1 / scale)
  const divides = divisor > 0 && Math.abs(1 / scale - divisor) < 1e-9 * divisor
  return {
    place: indexOfWord(p.word),
    signed: p.signed ?? false,
    divisor: divides ? divisor : 1,
    factor: divides ? 1 : scale,
    text: p.text,
    textOf: p.textOf,
    missing: p.missing,
    bit: p.bit,
    others: [],
    alarmsOf: alarmReader(p),
  }
}
function alarmReader({ alarms, alarm_bits }: Parameter): CompiledParameter['alarmsOf'] {
  if (alarms !== undefined) return raw => alarmsByValue(alarms, raw)
  return alarm_bits === undefined ? null : raw => alarmsByBit(alarm_bits, Number(raw))
}

function storeParameter(
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
/** Several parameters of a record may tell alarms. */
function storeAlarms(place: number, alarms: AlarmBits, { numbers }: RecordValues): void {
  const before = numbers[place] as number
  numbers[place] = alarmValue(
    Number.isNaN(before) ? alarms : joinAlarms(alarmsOfValue(before), alarms),
  )
}

/** An element of a text protocol at `start`; returns its end. */
function storeNamed(
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

/** Decimal numbers, and the words for yes and no; null: it is neither. */
function numberOfText(text: string): number | null {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i.test(text)) return Number(text)
  const word = text.toLowerCase()
  return word === 'true' || word === 'on' ? 1 : word === 'false' || word === 'off' ? 0 : null
}

function storeRecordParameter(
  id: number,
  io: Uint8Array,
  o: number,
  width: number,
  { numbers }: RecordValues,
): void {
  if (id === EVENT_IO) numbers[EVENT] = readUnsigned(io, o, width)
  else if (id === PRIORITY_IO) numbers[PRIORITY] = readUnsigned(io, o, width)
  else if (id === GENERATION_IO) numbers[GENERATION] = readUnsigned(io, o, width)
  else if (id === RECEIPT_IO) numbers[RECEIPT] = readUnsigned(io, o, width)
}

function isZero(io: Uint8Array, o: number, width: number): boolean {
  for (let i = 0; i < width; i++) if (io[o + i] !== 0) return false
  return true
}
function hex(io: Uint8Array, o: number, width: number): string {
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
