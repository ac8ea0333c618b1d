// The engine diagnostics in a report: a mask, then the values that it announces.
import type { IoWriter } from '@flotta/core/io.ts'
import { decimalOf } from '../text-fields.ts'

const MASK = /^[\da-f]{4,8}$/i
/** Names of the values by their bit; values without a name are stored with the other fields of the report. */
const NAMES: Readonly<Record<number, string>> = {
  4: 'obd.rpm',
  5: 'obd.speed',
  6: 'obd.coolant',
  14: 'obd.load',
  15: 'obd.fuel',
  19: 'obd.odometer',
}
const VIN = 0
const FAULTS = 12
/** From this bit on: place, cell and distance, which are read wherever they are. */
const FIRST_OF_PLACE = 20
/** One trouble code: the letter of its system in two bits, then digits. */
const FAULT = /^[\dA-F]{4}$/i
const SYSTEMS = ['P', 'C', 'B', 'U'] as const

/** Mask and values at `start`. */
export function putObd(io: IoWriter, fields: readonly string[], start: number): void {
  const mask = fields[start] ?? ''
  if (!MASK.test(mask)) return
  const bits = Number.parseInt(mask, 16)
  let i = start + 1
  for (let bit = 0; bit < FIRST_OF_PLACE; bit++) {
    if (((bits >>> bit) & 1) === 0) continue
    putValue(io, bit, fields[i] ?? '')
    i++
  }
}

function putValue(io: IoWriter, bit: number, field: string): void {
  const name = NAMES[bit]
  if (name !== undefined && decimalOf(field) !== null) io.putText(name, field)
  else if (bit === VIN && field.length === 17) io.putText('can.vin', field)
  else if (bit === FAULTS) putFaults(io, field)
}

function putFaults(io: IoWriter, field: string): void {
  const faults = (field.match(/.{4}/g) ?? []).filter(code => FAULT.test(code)).map(faultOf)
  if (faults.length > 0) io.putText('faults', faults.join())
}

function faultOf(code: string): string {
  const first = Number.parseInt(code.slice(0, 1), 16)
  return `${SYSTEMS[first >> 2] ?? 'P'}${first & 3}${code.slice(1).toUpperCase()}`
}
