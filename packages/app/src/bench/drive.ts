// A drive that is cheap to compute, for trackers of every protocol: a circle, with a record after each step.
import type { DeviceRecord } from '@flotta/protocols/device-side.ts'
import { deviceSides } from '@flotta/protocols/device-sides.ts'
import { imeiOf } from './traffic.ts'

const METRES_E7 = 1e7 / 111_320
const SPEED = 60
const CIRCLE = 360

/** The name of the tracker with an index, in the form of its protocol. */
export const nameOf = (index: number, protocol: string): string =>
  deviceSides.get(protocol)?.nameOf?.(imeiOf(index)) ?? imeiOf(index)

/** Returns a function that makes the next record at each call. */
export function drive(index: number, from: number, step: number): () => DeviceRecord {
  const metres = (SPEED / 3.6) * (step / 1_000)
  let at = Math.floor(from / 1_000) * 1_000
  let direction = index % CIRCLE
  let latitude_e7 = 450_000_000 + (index % 1_000) * 1_000
  let longitude_e7 = 90_000_000 + (index % 997) * 1_000
  let odometer = 100_000
  return () => {
    at += step
    direction = (direction + 1) % CIRCLE
    const radians = (direction * Math.PI) / 180
    latitude_e7 += Math.round(Math.cos(radians) * metres * METRES_E7)
    longitude_e7 += Math.round(Math.sin(radians) * metres * METRES_E7)
    odometer += Math.round(metres)
    return {
      at,
      fix: { latitude_e7, longitude_e7, altitude: 120, direction, speed: SPEED, satellites: 12 },
      ignition: true,
      power: 24.3,
      odometer,
    }
  }
}
