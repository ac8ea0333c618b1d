// Rate limits for requests, sign-ins and mails. This implementation counts in the memory of one process; limits.shared.ts implements the same interface for several processes.

/** `burst` at once, then one every `every_ms`. */
export interface Rate {
  readonly burst: number
  readonly every_ms: number
}
/** A number of actions per minute, refilled evenly: `perMinute(60)` allows 60 at once and then one a second. */
export const perMinute = (count: number, burst = count): Rate => ({
  burst,
  every_ms: 60_000 / count,
})
export const perHour = (count: number): Rate => ({ burst: count, every_ms: 3_600_000 / count })

export interface Limits {
  /** Takes `cost` from the limit of `key` and returns 0. When the limit is exceeded it takes nothing and returns the seconds to wait. */
  take(key: string, rate: Rate, cost?: number): Promise<number>
  /** The same without waiting for the other processes: it uses what this process knows and shares the use with the others soon. */
  takeNow(key: string, rate: Rate, cost?: number): number
  /** Milliseconds until the bucket of `key` is full again, as far as this process knows. */
  untilWhole(key: string): number
  /** Gives back what was taken for an action that does not count after all. */
  give(key: string, rate: Rate, cost?: number): Promise<void>
  /** Reserves the next turn of actions that are `pause` ms apart and returns the ms until it; null: the wait would exceed `patience` and no turn is reserved. */
  acquireTurn(key: string, pause: number, patience: number): Promise<number | null>
  /** No turn of `key` begins for this time, ms. */
  backOff(key: string, ms: number): Promise<void>
  /** Remaining back-off of `key`, ms; 0: none. */
  backOffLeft(key: string): Promise<number>
}

/** Number of keys at which expired ones are removed for the first time. */
const SWEEP_AT = 10_000
const MOST_KEYS = 1_000_000

/** Token buckets in the memory of this process. A bucket is one number: the time at which it is full again. */
export class TokenBuckets {
  readonly #now: () => number
  readonly #most: number
  readonly #full = new Map<string, number>()
  #sweepAt = SWEEP_AT

  /** @param now epoch ms */
  constructor(now: () => number, most = MOST_KEYS) {
    this.#now = now
    this.#most = most
  }
  /** As `Limits.take`. */
  take(key: string, { burst, every_ms }: Rate, cost = 1): number {
    const at = this.#now()
    const window = burst * every_ms
    const fullAt = this.#full.get(key) ?? at
    // A value far beyond a full use means that the clock was set back, which must not lock anybody out.
    const until = (fullAt > at + 2 * window ? at : Math.max(fullAt, at)) + cost * every_ms
    if (until > at + window) return Math.max(1, Math.ceil((until - window - at) / 1000))
    this.#full.set(key, until)
    if (this.#full.size >= this.#sweepAt) this.#sweep(at)
    return 0
  }
  /** Takes over the state that other processes know: the bucket is full again in `remaining` ms. */
  set(key: string, remaining: number): void {
    this.#full.set(key, this.#now() + remaining)
  }
  /** Milliseconds until the bucket is full again. */
  remaining(key: string): number {
    return Math.max(0, (this.#full.get(key) ?? 0) - this.#now())
  }
  give(key: string, { every_ms }: Rate, cost = 1): void {
    const fullAt = this.#full.get(key)
    if (fullAt !== undefined) this.#full.set(key, fullAt - cost * every_ms)
  }
  #sweep(at: number): void {
    for (const [key, time] of this.#full) if (time <= at) this.#full.delete(key)
    // Many different keys remove the oldest counts, so that the memory stays bounded.
    for (const key of this.#full.keys()) {
      if (this.#full.size <= this.#most / 2) break
      this.#full.delete(key)
    }
    this.#sweepAt = Math.min(this.#most, Math.max(SWEEP_AT, 2 * this.#full.size))
  }
}

/** @param now epoch ms */
export function memoryLimits(now: () => number): Limits {
  const buckets = new TokenBuckets(now)
  return {
    take: async (...args) => buckets.take(...args),
    takeNow: (...args) => buckets.take(...args),
    untilWhole: key => buckets.remaining(key),
    give: async (...args) => buckets.give(...args),
    async acquireTurn(key, pause, patience) {
      const wait = buckets.remaining(turnKey(key))
      if (wait > patience) return null
      buckets.set(turnKey(key), wait + pause)
      return wait
    },
    async backOff(key, ms) {
      buckets.set(backOffKey(key), Math.max(buckets.remaining(backOffKey(key)), ms))
    },
    backOffLeft: async key => buckets.remaining(backOffKey(key)),
  }
}
export const turnKey = (key: string): string => `turns ${key}`
export const backOffKey = (key: string): string => `rest ${key}`

/** Limits how many actions run at once, to protect the memory of this process. */
export class Slots {
  readonly #taken = new Map<string, number>()
  /** Takes one of `most` slots of `key` and returns a function that releases it; null: all slots are taken. */
  take(key: string, most: number): (() => void) | null {
    const count = this.#taken.get(key) ?? 0
    if (count >= most) return null
    this.#taken.set(key, count + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const remaining = (this.#taken.get(key) ?? 1) - 1
      if (remaining > 0) this.#taken.set(key, remaining)
      else this.#taken.delete(key)
    }
  }
}
