// How often something may be done: one answer for requests, sign-ins, mails. This keeper counts in one process's memory; one that many machines share answers the same questions.

/** `burst` at once, then one every `every_ms`. */
export interface Rate {
  readonly burst: number
  readonly every_ms: number
}
/** So many in a time, evenly refilled: `perMinute(60)` allows 60 at once and one a second after. */
export const perMinute = (count: number, burst = count): Rate => ({ burst, every_ms: 60_000 / count })
export const perHour = (count: number): Rate => ({ burst: count, every_ms: 3_600_000 / count })

export interface Limits {
  /** Takes `cost` of what `key` may do. 0: it may; else the seconds until it may again, and nothing is taken. */
  take(key: string, rate: Rate, cost?: number): Promise<number>
  /** Gives back what was taken for something that turned out not to count. */
  give(key: string, rate: Rate, cost?: number): Promise<void>
}

/** Keys that are looked through for old ones at once, at least. */
const SWEEP_AT = 10_000

/** @param now epoch ms */
export function memoryLimits(now: () => number): Limits {
  /** Key → when all that it took is refilled: a bucket is one number. */
  const full = new Map<string, number>()
  let sweepAt = SWEEP_AT
  return {
    async take(key, { burst, every_ms }, cost = 1) {
      const at = now()
      const window = burst * every_ms
      const known = full.get(key) ?? at
      // more than all was never taken: the clock was set back, which must lock nobody out
      const until = (known > at + window ? at : Math.max(known, at)) + cost * every_ms
      if (until > at + window) return Math.max(1, Math.ceil((until - window - at) / 1000))
      full.set(key, until)
      if (full.size >= sweepAt) {
        for (const [k, time] of full) if (time <= at) full.delete(k)
        sweepAt = Math.max(SWEEP_AT, 2 * full.size)
      }
      return 0
    },
    async give(key, { every_ms }, cost = 1) {
      const known = full.get(key)
      if (known !== undefined) full.set(key, known - cost * every_ms)
    },
  }
}

/** How many at once, where what is protected is this process's own memory. */
export class Places {
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

/** Whom an address stands for when it is counted: an IPv4 address, or the /64 that one IPv6 customer has to itself. */
export function networkOf(address: string): string {
  const bare = address.split('%')[0] ?? ''
  const [head = '', tail] = bare.split('::')
  if (/^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(bare)) return bare.slice(7)
  if (!bare.includes(':')) return bare
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = tail === undefined ? front : [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  return `${groups
    .slice(0, 4)
    .map(g => Number.parseInt(g, 16).toString(16))
    .join(':')}::/64`
}
