// A cache of unpacked days: a reader that follows the feed far behind requests the same days page after page.
import { once } from '@flotta/platform/once.ts'
import type { PositionColumns } from './codec.ts'

/** The most bytes that a process caches, and the bytes of one position without raw parameters. */
const MOST_BYTES = 48e6
const POSITION_BYTES = 36
/**
 * A reader goes round the vehicles of a day, so the least recently used day is the one it needs next. A day is therefore dropped only when this many times as
 * many days as are cached were requested in between.
 */
const ROUNDS = 4

/** Valid as long as its pack has the same checksum. */
export interface UnpackedDay {
  readonly checksum: Buffer
  readonly positions: PositionColumns
}
interface Entry extends UnpackedDay {
  /** When it was requested last, counted in reads. */
  readonly reading: number
}

export class UnpackedDays {
  readonly #most: number
  readonly #entries = new Map<string, Entry>()
  #bytes = 0
  #readings = 0

  constructor(most = MOST_BYTES) {
    this.#most = most
  }
  /** @param day UTC, `2026-11-20` */
  dayOf(vehicle_id: number, day: string): UnpackedDay | null {
    return this.#entries.get(keyOf(vehicle_id, day)) ?? null
  }
  /** Caches a day that was just read. */
  keep(vehicle_id: number, day: string, { checksum, positions }: UnpackedDay): void {
    const key = keyOf(vehicle_id, day)
    this.#readings++
    this.#forget(key)
    this.#makeRoom(sizeOf(positions))
    if (this.#bytes + sizeOf(positions) > this.#most) return
    this.#entries.set(key, { checksum, positions, reading: this.#readings })
    this.#bytes += sizeOf(positions)
  }
  #makeRoom(size: number): void {
    for (const [key, { reading }] of this.#entries) {
      const isAsked = this.#readings - reading <= ROUNDS * this.#entries.size
      if (this.#bytes + size <= this.#most || isAsked) return
      this.#forget(key)
    }
  }
  #forget(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= sizeOf(entry.positions)
  }
}
const keyOf = (vehicle_id: number, day: string): string => `${vehicle_id} ${day}`
const sizeOf = ({ micros }: PositionColumns): number => micros.length * POSITION_BYTES

export const unpackedDays = once(() => new UnpackedDays())
