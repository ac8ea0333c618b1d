// Traffic of one simulated tracker, cheap to make: its packet is built once by the device's own encoder, then only changed values are written again.

import { FrameWriter } from './frame-writer.ts'
import { MovingVehicle } from './moving-vehicle.ts'
import { everything, modelOf } from './tracker-models.ts'

export interface Traffic {
  /** The next packet; the following call overwrites its bytes. */
  next(): Uint8Array
  /** epoch ms of the newest record made */
  readonly at: number
  /** 1e-7 degrees of the newest record made */
  readonly latitude_e7: number
  readonly longitude_e7: number
}
/** 15 digits; the check digit is not computed, because nobody verifies it. */
export const imeiOf = (index: number): string => `86${String(index).padStart(13, '0')}`

/** Mulberry32: the same index always drives the same way. */
function random(seed: number): () => number {
  let a = (seed * 2_654_435_761) >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * A vehicle that drives through northern Italy for about half an hour, rests some minutes with its engine off, and continues.
 * @param from epoch ms of its first record
 * @param step ms between two records
 * @param records number of records in each packet
 * @param all it sends every value for which the product has a kind
 */
export function traffic(
  index: number,
  from: number,
  step: number,
  records: number,
  all = false,
): Traffic {
  const chance = random(index + 1)
  const writer = new FrameWriter(all ? everything : modelOf(index), from, records, chance)
  const vehicle = new MovingVehicle(from, step, chance)
  return {
    next() {
      for (let i = 0; i < records; i++) {
        vehicle.drive()
        writer.write(i, vehicle)
      }
      return writer.frame()
    },
    get at() {
      return vehicle.at
    },
    get latitude_e7() {
      return vehicle.latitude_e7
    },
    get longitude_e7() {
      return vehicle.longitude_e7
    },
  }
}
