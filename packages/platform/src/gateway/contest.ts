// The devices that two connections claim at one gateway.
import { isContested } from '@flotta/core/contest.ts'
import type { Takeover } from '../topics.ts'

/** Number of entries above which expired ones are removed. */
const TIDY_ABOVE = 1_000

/** The takeovers of one gateway, by device. The database has the takeovers of all gateways. */
export class Contests {
  readonly #newest = new Map<number, Takeover>()
  readonly #now: () => number

  /** @param now epoch ms */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Another connection of the device is active at `address`. */
  add(device_id: number, address: string): void {
    const times = (this.takeoverOf(device_id)?.times ?? 0) + 1
    this.#newest.set(device_id, { at: this.#now(), times, address })
    if (this.#newest.size > TIDY_ABOVE)
      for (const [device, { at }] of this.#newest)
        if (!isContested(at, this.#now())) this.#newest.delete(device)
  }

  /** The newest takeover of a device that is contested now. */
  takeoverOf(device_id: number): Takeover | undefined {
    const newest = this.#newest.get(device_id)
    return newest !== undefined && isContested(newest.at, this.#now()) ? newest : undefined
  }
}
