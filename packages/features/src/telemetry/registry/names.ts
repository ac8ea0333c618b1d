// The names of all devices in eight bytes each: an unknown name is a stranger without a query.
import { randomInt } from 'node:crypto'

/** The prime of FNV-1a, and another odd number unlike it. */
const PRIMES = [0x01000193, 0x85ebca6b] as const
const SPACE = 0x20

/** A set of hashed names: once in billions it takes a stranger for known, but never a known device for a stranger. */
export class DeviceNames {
  /** Random seeds, so that nobody outside can compute names that collide. */
  readonly #seeds = [randomInt(2 ** 32), randomInt(2 ** 32)] as const
  #sorted = new Float64Array(0)
  #since = new Set<number>()
  #gone = new Set<number>()

  /**
   * Replaces the set.
   * @param all every name, separated by spaces
   */
  replace(all: string): void {
    let count = all === '' ? 0 : 1
    for (let i = 0; i < all.length; i++) if (all.charCodeAt(i) === SPACE) count++
    this.#sorted = new Float64Array(count)
    for (let from = 0, n = 0; n < count; n++) {
      const space = all.indexOf(' ', from)
      const to = space < 0 ? all.length : space
      this.#sorted[n] = this.#markOf(all, from, to)
      from = to + 1
    }
    this.#sorted.sort()
    this.#since = new Set()
    this.#gone = new Set()
  }
  add(name: string): void {
    const mark = this.#markOf(name)
    this.#gone.delete(mark)
    if (!this.#has(mark)) this.#since.add(mark)
  }
  remove(name: string): void {
    const mark = this.#markOf(name)
    if (!this.#since.delete(mark)) this.#gone.add(mark)
  }
  has(name: string): boolean {
    const mark = this.#markOf(name)
    return this.#has(mark) && !this.#gone.has(mark)
  }

  #has(mark: number): boolean {
    if (this.#since.has(mark)) return true
    let [from, to] = [0, this.#sorted.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((this.#sorted[middle] as number) < mark) from = middle + 1
      else to = middle
    }
    return this.#sorted[from] === mark
  }
  /** A hash with as many bits as a number holds exactly. */
  #markOf(text: string, from = 0, to = text.length): number {
    let [high, low] = this.#seeds as readonly [number, number]
    for (let i = from; i < to; i++) {
      const code = text.charCodeAt(i)
      high = Math.imul(high ^ code, PRIMES[0])
      low = Math.imul(low ^ code, PRIMES[1])
    }
    return (mixBits(high) & 0x1fffff) * 4_294_967_296 + (mixBits(low) >>> 0)
  }
}

/** Mixes a hash so that each bit depends on all others, because names differ in their last digits. */
function mixBits(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  const twice = Math.imul(once ^ (once >>> 15), 0x846ca68b)
  return twice ^ (twice >>> 16)
}
