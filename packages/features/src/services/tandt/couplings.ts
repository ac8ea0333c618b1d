// Who pulls which of the demo company's trailers at any time: the simulator lets trailers read the tractors' tags by it, and the demo's records name the tags.
import { HOUR } from '@flotta/core/time.ts'

/** A trailer changes its tractor so often, if it stands long enough. */
const TURN = 9 * HOUR

/** A tag's number as devices tell it. */
const tagOf = (number: number): string => `e2801160${((number + 1) * 0x2c9d31).toString(16).padStart(8, '0')}`
/** Tags of tractors, by the vehicle's position in the fleet: two for each trailer that changes them, and the one that pulls a trailer that nobody watches. */
export const tags: ReadonlyMap<number, string> = new Map([0, 3, 5, 10, 15, 17, 23, 26, 30, 35, 27].map(index => [index, tagOf(index)]))
/** Of a haulier who is no vehicle of the company's. */
const HAULIER = tagOf(900)

/** Position in the fleet → its own two tractors, by turns; once in five turns it is coupled to its neighbour's. */
const changing: readonly (readonly [trailer: number, own: readonly [number, number]])[] = [
  [1, [0, 3]],
  [8, [5, 10]],
  [14, [15, 17]],
  [21, [23, 26]],
  [25, [30, 35]],
]
/** Trailers that are always pulled by the same; of the second nothing is authorised or forbidden. */
const steady: ReadonlyMap<number, string> = new Map([
  [31, HAULIER],
  [19, tagOf(27)],
])

export interface Trailer {
  /** Codes that may be coupled; null: nobody said. */
  readonly authorized: readonly string[] | null
  /** The tag that it reads when it is coupled at this time (epoch ms). */
  tagAt(at: number): string
}
/** null: it reads no tags. */
export function trailerOf({ index }: { readonly index: number }): Trailer | null {
  const always = steady.get(index)
  if (always !== undefined) return { authorized: always === HAULIER ? [HAULIER] : null, tagAt: () => always }
  const n = changing.findIndex(([trailer]) => trailer === index)
  const own = changing[n]?.[1]
  const neighbours = changing[(n + 1) % changing.length]?.[1]
  if (own === undefined || neighbours === undefined) return null
  return {
    authorized: own.map(tagOf),
    tagAt(at) {
      const turn = Math.floor(at / TURN)
      const isAstray = turn % changing.length === n
      // the one that its neighbour does not use in this turn
      return tagOf((isAstray ? neighbours[(turn + 1) % 2] : own[turn % 2]) ?? own[0])
    },
  }
}
