// Sensors at the end of a GTERI report, as announced by its mask: fuel, temperatures on the 1-Wire bus, CAN, fuel levels, Bluetooth accessories.
import type { IoWriter } from '@flotta/core/io.ts'
import { hexadecimalOf } from '../text-fields.ts'
import { putCan } from './can.ts'

const FUEL_SENSOR = 1 << 0
const ONE_WIRE = 1 << 1
const CAN = 1 << 2
const FUEL_PERCENT = 1 << 3
const FUEL_LITRES = 1 << 4
/** Sensors of unknown length, which may come before the accessories; with one of them the accessories cannot be found. */
const UNKNOWN = (1 << 5) | (1 << 6) | (1 << 7)
const ACCESSORIES = 1 << 8
const DEGREES_PER_STEP = 0.0625
const TEMPERATURE_SENSOR = '1'
const MOST = 32
const SENSOR_VALUE = /^[\da-f]{4}$/i

/** Names of the fields of an accessory by the bit of its own mask. */
const ACCESSORY_FIELDS: readonly (readonly [bit: number, name: string])[] = [
  [0, 'name'],
  [1, 'mac'],
  [2, 'connected'],
  [3, 'mv'],
  [4, 'temperature'],
  [5, 'humidity'],
  [7, 'io'],
  [8, 'event'],
  [9, 'pressure'],
  [10, 'time'],
  [11, 'fine_temperature'],
  [12, 'magnet'],
  [13, 'battery'],
  [14, 'relay'],
]

/** @param fields the fields from the one that names the accessory on the serial port, after the state of the device */
export function putSensors(io: IoWriter, fields: readonly string[], mask: number): void {
  let i = 1
  if (mask & FUEL_SENSOR) i = putFuelSensor(io, fields, i)
  if (mask & ONE_WIRE) i = putOneWire(io, fields, i)
  if (i > 0 && mask & CAN) i = putCan(io, fields, i)
  if (i > 0 && mask & (FUEL_PERCENT | FUEL_LITRES)) i = putFuel(io, fields, i, mask)
  if (i > 0 && mask & ACCESSORIES && !(mask & UNKNOWN)) putAccessories(io, fields, i)
}

/** A value of four digits alone, or a count and number, kind and value of each. */
function putFuelSensor(io: IoWriter, fields: readonly string[], start: number): number {
  const alone = fields[start] ?? ''
  if (alone === '' || SENSOR_VALUE.test(alone)) {
    putSensorValue(io, 1, alone)
    return start + 1
  }
  const count = countAt(fields, start)
  for (let n = 1; n <= count; n++) putSensorValue(io, n, fields[start + n * 3] ?? '')
  return start + 1 + count * 3
}
function putSensorValue(io: IoWriter, n: number, value: string): void {
  const level = SENSOR_VALUE.test(value) ? hexadecimalOf(value) : null
  if (level !== null) io.putText(`fuel_sensor${n}`, String(level))
}

const countAt = (fields: readonly string[], i: number): number =>
  /^\d{1,2}$/.test(fields[i] ?? '') ? Math.min(MOST, Number(fields[i])) : 0

/** Count, then number, kind and value of each. A value is 16 bits with a sign. */
function putOneWire(io: IoWriter, fields: readonly string[], start: number): number {
  const count = countAt(fields, start)
  for (let n = 0; n < count; n++) {
    const [id = '', kind = '', value = ''] = fields.slice(start + 1 + n * 3, start + 4 + n * 3)
    const raw = /^[\da-f]{4}$/i.test(value) ? hexadecimalOf(value) : null
    if (kind !== TEMPERATURE_SENSOR || raw === null) continue
    const signed = raw > 0x7fff ? raw - 0x10000 : raw
    io.putText(`onewire${n + 1}`, String(signed * DEGREES_PER_STEP))
    io.putText(`onewire${n + 1}.id`, id)
  }
  return start + 1 + count * 3
}

/** Count, then kind, percent and litres of each, as the mask announces. */
function putFuel(io: IoWriter, fields: readonly string[], start: number, mask: number): number {
  const count = countAt(fields, start)
  let i = start + 1
  for (let n = 1; n <= count; n++) {
    i++
    if (mask & FUEL_PERCENT) io.putText(`fuel${n}.percent`, fields[i++] ?? '')
    if (mask & FUEL_LITRES) io.putText(`fuel${n}.litres`, fields[i++] ?? '')
  }
  return i
}

/** Count, then index, kind, model, raw data, mask and the fields of that mask. An accessory that is not connected has empty fields. */
function putAccessories(io: IoWriter, fields: readonly string[], start: number): void {
  const count = countAt(fields, start)
  let i = start + 1
  for (let n = 1; n <= count; n++) {
    // Some models have one more field before the mask.
    const at = [i + 4, i + 5].find(place => SENSOR_VALUE.test(fields[place] ?? ''))
    const mask = at === undefined ? null : hexadecimalOf(fields[at])
    if (at === undefined || mask === null) return
    i = putAccessory(io, fields, at + 1, { name: `accessory${n}`, mask })
  }
}

/** Stores the fields that the mask of one accessory announces; returns the index after them. */
export function putAccessory(
  io: IoWriter,
  fields: readonly string[],
  start: number,
  { name, mask }: { readonly name: string; readonly mask: number },
): number {
  const values = new Map<string, string>()
  let i = start
  for (const [bit, part] of ACCESSORY_FIELDS)
    if (mask & (1 << bit)) values.set(part, fields[i++] ?? '')
  // When a sensor has two temperatures, the one with the higher resolution is used.
  const fine = values.get('fine_temperature')
  if (fine) values.set('temperature', fine)
  for (const [part, value] of values) if (value !== '') io.putText(`${name}.${part}`, value)
  return i
}
