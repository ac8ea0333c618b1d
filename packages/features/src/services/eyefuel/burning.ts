// What a type of vehicle can burn, and which consumption figures are possible. Pure.
import { HOUR, MINUTE } from '@flotta/core/time.ts'

/** The longest duration of a theft or a refuel, ms. */
export const GOES_ON = 30 * MINUTE
/** After a change, the level still becomes more exact for this long, ms. */
export const SETTLES_FOR = 3 * HOUR

/** Litres. Generous on purpose: a value beyond is impossible, not just unusual. */
export interface Burning {
  /** Per 100 km: least, most and usual; null: the tank does not drive the vehicle. */
  readonly per_100_km: {
    readonly least: number
    readonly usual: number
    readonly most: number
  } | null
  /** The most per hour at rest with the engine running: idling, or power take-off. */
  readonly standing: number
  /** Per hour of idling. */
  readonly idling: number
  /** Per hour at full load. */
  readonly full: number
  /** Per hour with the engine off: the unit of a trailer has its own engine. */
  readonly parked: number
  /** Litres of the tank where its capacity is not configured. */
  readonly tank: number
}
const trailer: Burning = { per_100_km: null, standing: 6, idling: 6, full: 6, parked: 6, tank: 200 }
const types: Readonly<Record<string, Burning>> = {
  T: {
    per_100_km: { least: 12, usual: 30, most: 70 },
    standing: 20,
    idling: 5,
    full: 80,
    parked: 0,
    tank: 500,
  },
  M: {
    per_100_km: { least: 8, usual: 22, most: 60 },
    standing: 20,
    idling: 5,
    full: 60,
    parked: 0,
    tank: 250,
  },
  V: {
    per_100_km: { least: 4, usual: 10, most: 30 },
    standing: 6,
    idling: 2,
    full: 25,
    parked: 0,
    tank: 80,
  },
  U: {
    per_100_km: { least: 2, usual: 7, most: 25 },
    standing: 4,
    idling: 1.5,
    full: 20,
    parked: 0,
    tank: 50,
  },
}
/** By `vehicle_type`; types other than lorry, van and car are trailers, whose tank belongs to their unit. */
export const burningOf = (vehicle_type: string): Burning => types[vehicle_type] ?? trailer

/** What happened between two records with levels. Metres, ms. */
export interface Between {
  /** null: the position was unknown. */
  readonly metres: number | null
  readonly elapsed: number
  /** Whether the vehicle drove at the first record and at the last. */
  readonly engine: boolean | null
  /** A vehicle may have driven on for this long after the last record, ms. */
  readonly drove: boolean
  readonly drives: boolean
}
/** The real distance during a silence may exceed the straight line by this factor. */
const DRIVES_ON = HOUR
/** The real way in a silence may be longer than the straight line by this factor. */
const WINDING = 1.5
/** Records this close together leave no room for unknown driving, ms. */
export const CLOSE = 10 * MINUTE

/** The most that can have been burned between two records, litres. Between close records only the driven distance counts. */
export function mostBurned(
  burning: Burning,
  { metres, elapsed, engine, drove, drives }: Between,
): number {
  const hours = elapsed / HOUR
  if (metres === null && (drove || drives)) return hours * burning.full
  const road = ((metres ?? 0) / 100_000) * (burning.per_100_km?.most ?? 0)
  if (elapsed <= CLOSE) return road
  const drivenOn = drove ? (Math.min(elapsed, DRIVES_ON) / HOUR) * burning.full : 0
  return (
    Math.max(road * WINDING, drivenOn) + hours * (engine === true ? burning.idling : burning.parked)
  )
}
/** Litres by which the usual consumption, road excluded, may be wrong during a silence. */
export const uncertainlyBurned = (
  burning: Burning,
  elapsed: number,
  engine: boolean | null,
): number => ((elapsed / HOUR) * (engine === false ? burning.parked : burning.idling)) / 2

/** Why a figure is missing. */
export const doubts = [
  'capacity',
  'restarted',
  'negative',
  'too_little',
  'too_much',
  'parts',
] as const
export type Doubt = (typeof doubts)[number]

/** A stretch of time in which fuel was burned: metres, ms. */
export interface Stretch {
  /** null: not known, or hidden from the reader. */
  readonly metres: number | null
  readonly elapsed: number
  /** How long the engine ran at rest; null: not known. */
  readonly idling: number | null
}
/** Share of the tank by which a sensor may be wrong. */
const SENSOR_ERROR = 0.02
/** Whether an amount of litres is possible. Slightly negative is within the sensor's error. */
export function doubtOf(
  litres: number,
  capacity: number,
  burning: Burning,
  { metres, elapsed, idling }: Stretch,
): Doubt | null {
  const error = capacity * SENSOR_ERROR
  if (litres < -error) return 'negative'
  const road = burning.per_100_km
  const hours = (idling ?? elapsed) / HOUR
  const most =
    road === null
      ? (elapsed / HOUR) * burning.parked
      : metres === null
        ? (elapsed / HOUR) * burning.full
        : (metres / 100_000) * road.most + hours * burning.standing
  if (litres > most + error) return 'too_much'
  return road !== null && metres !== null && litres < (metres / 100_000) * road.least - error
    ? 'too_little'
    : null
}

/** The litres per hour in a stretch of idling. Epoch ms. */
export interface IdlingRate {
  readonly from: number
  readonly to: number
  readonly litres_per_hour: number
}
/** Whether idling this long burns more than the possible error of a level sensor. */
export const isLongEnough = (ms: number, capacity: number, burning: Burning): boolean =>
  (ms / HOUR) * burning.idling >= 2 * SENSOR_ERROR * capacity
/** The share of the idling whose consumption must be known to stand for all of it. */
const LEAST_SHARE = 0.5
/** The litres burned by idling within a period, projected from the part whose consumption is known; null: too little is known. */
export function litresOfIdling(
  stretches: readonly { readonly from: number; readonly to: number }[],
  rates: readonly IdlingRate[],
): number | null {
  let [idling, measured, litres] = [0, 0, 0]
  for (const { from, to } of stretches) {
    idling += to - from
    for (const rate of rates) {
      const overlap = Math.max(0, Math.min(to, rate.to) - Math.max(from, rate.from))
      measured += overlap
      litres += (overlap / HOUR) * rate.litres_per_hour
    }
  }
  if (idling === 0) return 0
  return measured >= idling * LEAST_SHARE ? (litres * idling) / measured : null
}
