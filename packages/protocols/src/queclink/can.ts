// The values of the CAN bus in a report: a state, a mask of the values that follow, and the values.
import type { IoWriter } from '@flotta/core/io.ts'
import { decimalOf } from '../text-fields.ts'

/** Newer devices leave out leading zeros of the mask where sensors follow one another. */
const MASK = /^[\da-f]{5,8}$/i
/** Bits of the mask in the order of their fields: engine speed comes before speed. */
const ORDER = [0, 1, 2, 3, 5, 4, ...Array.from({ length: 16 }, (_, i) => i + 6)]
/** Names of the values by their bit; values without a name are stored with the other fields of the report. */
const NAMES: Readonly<Record<number, string>> = {
  0: 'can.vin',
  3: 'can.fuel_used',
  4: 'can.speed',
  5: 'can.rpm',
  6: 'can.coolant',
  10: 'can.pedal',
  11: 'can.engine_hours',
}
const KEY = 1
const DISTANCE = 2
const FUEL = 8
/** Bits whose number of fields is unknown. */
const UNKNOWN = 0x3f_c0_00_00

/** Reads state, mask and values at `start`; returns the index after them, or -1: it is unknown, or there are no values. */
export function putCan(io: IoWriter, fields: readonly string[], start: number): number {
  const mask = fields[start + 1] ?? ''
  if (!MASK.test(mask)) return -1
  const bits = Number.parseInt(mask, 16)
  let i = start + 2
  for (const bit of ORDER) {
    if (((bits >>> bit) & 1) === 0) continue
    putValue(io, bit, fields[i] ?? '')
    i++
  }
  return (bits & UNKNOWN) === 0 ? i : -1
}

function putValue(io: IoWriter, bit: number, field: string): void {
  if (field === '') return
  const name = NAMES[bit]
  if (name !== undefined) io.putText(name, field)
  else if (bit === KEY && /^[0-2]$/.test(field)) {
    io.putText('can.key', field)
    io.putText('ignition', field === '0' ? '0' : '1')
  } else if (bit === DISTANCE) putMarked(io, 'can.distance_', field)
  else if (bit === FUEL) putMarked(io, 'can.fuel_', field)
}

/** `H149381`, `P94.80`, `L55`: a letter for the unit, and a number. */
function putMarked(io: IoWriter, name: string, field: string): void {
  const letter = field.slice(0, 1)
  if (/[A-Z]/.test(letter) && decimalOf(field.slice(1)) !== null)
    io.putText(name + letter, field.slice(1))
}
