// What the event of a record tells besides: the supply came back or was cut, jamming began or ended, how it was driven, a fence was crossed, which inputs and outputs are on.
import type { IoWriter } from '@flotta/core/io.ts'
import { drivingStyle, fenceSide } from '../driving-style.ts'

/** Name of a value → what each event says of it. What lasts holds until the event that ends it. */
const values: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  power_cut: { 22: 0, 23: 1 },
  jammed: { 44: 1, 63: 0 },
  style: {
    90: drivingStyle.cornering,
    91: drivingStyle.cornering,
    129: drivingStyle.braking,
    130: drivingStyle.acceleration,
  },
  fence: { 20: fenceSide.inside, 21: fenceSide.outside },
}
const INPUTS = [0, 1, 2, 3] as const

export function putEvent(io: IoWriter, event: number): void {
  for (const [name, byEvent] of Object.entries(values)) {
    const value = byEvent[event]
    if (value !== undefined) io.putText(name, String(value))
  }
}

/** The lowest bit is the first input or output. */
export function putLevels(io: IoWriter, name: 'in' | 'out', levels: number): void {
  for (const n of INPUTS) io.putText(`${name}${n + 1}`, String((levels >> n) & 1))
}
