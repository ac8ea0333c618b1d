// Which names devices have, all of them in eight bytes each: who has none of them is a stranger
// without a question to the database.
import { randomInt } from 'node:crypto'

/** FNV-1a's, and an odd number unlike it. */
const PRIMES = [0x01000193, 0x85ebca6b] as const
const SPACE = 0x20

/**
 * It may take a stranger for known, once in billions, and never one that is known for a stranger.
 */
export class DeviceNames {
  /** Nobody outside can know which names are taken for one another. */
  readonly #seeds = [randomInt(2 ** 32), randomInt(2 ** 32)] as const
  #sorted = new Float64Array(0)
  #since = new Set<number>()
  #gone = new Set<number>()

  /** @param all every name, with a space between */
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
  /** As many bits as a number holds exactly. */
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

/** Each bit of it depends on all: names differ in their last digits. */
function mixBits(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  const twice = Math.imul(once ^ (once >>> 15), 0x846ca68b)
  return twice ^ (twice >>> 16)
}
