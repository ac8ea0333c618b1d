// How often something may be done: one answer for requests, sign-ins, mails. This keeper counts in one process's memory; one that many processes share (limits.shared.ts) answers the same questions.

/** `burst` at once, then one every `every_ms`. */
export interface Rate {
  readonly burst: number
  readonly every_ms: number
}
/** So many in a time, evenly refilled: `perMinute(60)` allows 60 at once and one a second after. */
export const perMinute = (count: number, burst = count): Rate => ({
  burst,
  every_ms: 60_000 / count,
})
export const perHour = (count: number): Rate => ({ burst: count, every_ms: 3_600_000 / count })

export interface Limits {
  /** Takes `cost` of what `key` may do. 0: it may; else the seconds until it may again, and nothing is taken. */
  take(key: string, rate: Rate, cost?: number): Promise<number>
  /** The same for what must not wait for others' word: by what this process knows of it, which is told to the others soon. */
  takeNow(key: string, rate: Rate, cost?: number): number
  /** Gives back what was taken for something that turned out not to count. */
  give(key: string, rate: Rate, cost?: number): Promise<void>
  /** A turn of those who do it one `pause` (ms) after another: the ms until it comes; null, and none is taken: it would be more than `patience`. */
  acquireTurn(key: string, pause: number, patience: number): Promise<number | null>
  /** Nobody gets a turn of `key` for so long, ms. */
  backOff(key: string, ms: number): Promise<void>
  /** ms for which it still rests; 0: it does not. */
  backOffLeft(key: string): Promise<number>
}

/** Keys that are looked through for old ones at once, at least. */
const SWEEP_AT = 10_000
const MOST_KEYS = 1_000_000

/** What this process counts by itself, where nothing may be waited for. A bucket is one number: when all that was taken is refilled. */
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
    const known = this.#full.get(key) ?? at
    // so much more than all is never taken, even where several did at once: the clock was set back, which must lock nobody out
    const until = (known > at + 2 * window ? at : Math.max(known, at)) + cost * every_ms
    if (until > at + window) return Math.max(1, Math.ceil((until - window - at) / 1000))
    this.#full.set(key, until)
    if (this.#full.size >= this.#sweepAt) this.#sweep(at)
    return 0
  }
  /** What others say of it: all is refilled in so many ms. */
  set(key: string, left: number): void {
    this.#full.set(key, this.#now() + left)
  }
  /** ms until all is refilled. */
  left(key: string): number {
    return Math.max(0, (this.#full.get(key) ?? 0) - this.#now())
  }
  give(key: string, { every_ms }: Rate, cost = 1): void {
    const known = this.#full.get(key)
    if (known !== undefined) this.#full.set(key, known - cost * every_ms)
  }
  #sweep(at: number): void {
    for (const [key, time] of this.#full) if (time <= at) this.#full.delete(key)
    // a flood of names costs the first of them their count, never the memory
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
    take: async (...asked) => buckets.take(...asked),
    takeNow: (...asked) => buckets.take(...asked),
    give: async (...given) => buckets.give(...given),
    async acquireTurn(key, pause, patience) {
      const wait = buckets.left(turnKey(key))
      if (wait > patience) return null
      buckets.set(turnKey(key), wait + pause)
      return wait
    },
    async backOff(key, ms) {
      buckets.set(backOffKey(key), Math.max(buckets.left(backOffKey(key)), ms))
    },
    backOffLeft: async key => buckets.left(backOffKey(key)),
  }
}
export const turnKey = (key: string): string => `turns ${key}`
export const backOffKey = (key: string): string => `rest ${key}`

/** How many at once, where what is protected is this process's own memory. */
export class Slots {
  readonly #taken = new Map<string, number>()
  /** One of `most` places of `key`; null: all are taken. What it answers gives the place back, once. */
  take(key: string, most: number): (() => void) | null {
    const taken = this.#taken.get(key) ?? 0
    if (taken >= most) return null
    this.#taken.set(key, taken + 1)
    let held = true
    return () => {
      if (!held) return
      held = false
      const left = (this.#taken.get(key) ?? 1) - 1
      if (left > 0) this.#taken.set(key, left)
      else this.#taken.delete(key)
    }
  }
}
