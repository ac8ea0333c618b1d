// What the event of a record reports in addition: supply restored or cut, jamming begun or ended, harsh driving, a fence that was crossed, and which
// inputs and outputs are on.
import type { IoWriter } from '@flotta/core/io.ts'
import { drivingStyle, fenceSide } from '../driving-style.ts'

/** Name of a value → its number for each event. A lasting value holds until the event that ends it. */
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
