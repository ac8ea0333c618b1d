// The tractor of each trailer of the demo company on each day. The simulator drives trailers with their tractors by it, and the demo's records contain the tags.

/** The number of a tag as devices report it. */
const tagOf = (number: number): string =>
  `e2801160${((number + 1) * 0x2c9d31).toString(16).padStart(8, '0')}`
/** Tags of tractors, by the vehicle's position in the fleet. */
export const tags: ReadonlyMap<number, string> = new Map(
  [0, 3, 5, 10, 15, 17, 23, 26, 30, 35, 27].map(index => [index, tagOf(index)]),
)
/** The tag of a haulier whose vehicle is not the company's. */
const HAULIER = tagOf(900)

/** Positions in the fleet, of one depot each: two tractors that swap trailers from day to day; the second trailer reads no tags, or belongs to somebody else. */
const depots: readonly {
  readonly tractors: readonly [number, number]
  readonly trailer: number
  readonly other?: number
}[] = [
  { tractors: [0, 3], trailer: 1, other: 12 },
  { tractors: [5, 10], trailer: 8, other: 29 },
  { tractors: [15, 17], trailer: 14, other: 36 },
  { tractors: [23, 26], trailer: 21 },
  { tractors: [30, 35], trailer: 25 },
]
/** Trailers that the same lorry always pulls. */
const pairs: ReadonlyMap<number, number> = new Map([
  [19, 27],
  [33, 6],
])
/** Only a haulier's tractor pulls it. */
const HAULED = 31

/** The kinds of the demo's vehicles repeat after forty. */
const VEHICLES = 40
/**
 * Position in the fleet of the tractor of a trailer on a day (counted from 1970); null: none of the fleet.
 * Without a day one of its tractors: they work and rest alike.
 */
export function tractorOf(index: number, day = 0): number | null {
  const [ownIndex, fleet] = [index % VEHICLES, index - (index % VEHICLES)]
  const turn = Math.abs(day % 2)
  const depot = depots.find(d => d.trailer === ownIndex || d.other === ownIndex)
  const tractor =
    depot === undefined
      ? pairs.get(ownIndex)
      : depot.tractors[depot.trailer === ownIndex ? turn : 1 - turn]
  return tractor === undefined ? null : fleet + tractor
}

/** On one day in so many an unauthorised vehicle moves a trailer about the yard. */
const STRANGER_EVERY = 13

export interface Trailer {
  /** Codes that may be coupled; null: not configured. */
  readonly authorized: readonly string[] | null
  /** The tag that is read while driving on a day. */
  tagOn(day: number): string
  /** The tag of the unauthorised vehicle that moves it about the yard on that day; null: none. */
  strangerOn(day: number): string | null
}
/** null: it reads no tags. */
export function trailerOf({ index }: { readonly index: number }): Trailer | null {
  if (index === HAULED)
    return { authorized: [HAULIER], tagOn: () => HAULIER, strangerOn: () => null }
  const n = depots.findIndex(d => d.trailer === index)
  const depot = depots[n]
  if (depot === undefined) {
    const lorry = pairs.get(index)
    // Nothing is configured for it.
    return lorry === undefined || !tags.has(lorry)
      ? null
      : { authorized: null, tagOn: () => tagOf(lorry), strangerOn: () => null }
  }
  return {
    authorized: depot.tractors.map(tagOf),
    tagOn: day => tagOf(tractorOf(index, day) ?? 0),
    strangerOn: day => (day % STRANGER_EVERY === n * 2 ? HAULIER : null),
  }
}
