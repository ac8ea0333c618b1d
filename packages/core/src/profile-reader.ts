// Reads the raw parameters of a message as named values in their units, by a device profile that is compiled once.
import { alarmsByBit, alarmsByValue } from './device-alarms.ts'
import {
  EVENT_IO,
  eachIo,
  GENERATION_IO,
  PRIORITY_IO,
  RECEIPT_IO,
  readUnsigned,
  textOf,
} from './io.ts'
import { type CompiledParameter, hex, storeNamed, storeParameter } from './parameter-values.ts'
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
  /** The same values as an object by names. */
  read(io: Uint8Array): Values
  /** The parameters without a name in the profile, in wire order. */
  raw(io: Uint8Array): RawParameter[]
}

/** The key of an element in `io` is its raw id × 8 + size class. Ids above 65535 are properties of the record itself. */
const KEYS = 65_536 * 8
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
    // A byte string in the place of a number has an unknown encoding, so it stays raw unless the profile allows it.
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
