// Who pulls which of the demo company's trailers on which day: the simulator lets trailers drive with their tractors and read their tags by it, and the demo's records name the tags.

/** A tag's number as devices tell it. */
const tagOf = (number: number): string =>
  `e2801160${((number + 1) * 0x2c9d31).toString(16).padStart(8, '0')}`
/** Tags of tractors, by the vehicle's position in the fleet. */
export const tags: ReadonlyMap<number, string> = new Map(
  [0, 3, 5, 10, 15, 17, 23, 26, 30, 35, 27].map(index => [index, tagOf(index)]),
)
/** Of a haulier who is no vehicle of the company's. */
const HAULIER = tagOf(900)

/** Positions in the fleet, of one depot each: two tractors that change their trailers from day to day; the second trailer reads no tags, or is somebody else's. */
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
/** It goes with a haulier's tractor alone. */
const HAULED = 31

/** Kinds of the demo's vehicles repeat behind the fortieth. */
const VEHICLES = 40
/**
 * Position in the fleet of who pulls a trailer on a day (counted from 1970); null: nobody of the fleet.
 * Without a day one of those who do: they work and rest alike.
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

/** A day on which somebody who may not moves a trailer about the yard comes so seldom. */
const STRANGER_EVERY = 13

export interface Trailer {
  /** Codes that may be coupled; null: nobody said. */
  readonly authorized: readonly string[] | null
  /** The tag that it reads while it drives on a day. */
  tagOn(day: number): string
  /** The tag of somebody who may not, and who moves it about its yard on that day; null: nobody does. */
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
    // of it nothing is authorised or forbidden
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
