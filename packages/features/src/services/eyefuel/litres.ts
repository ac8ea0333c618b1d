// The fuel figures of a stretch of time in litres, the same for all screens and files. An impossible figure is replaced by its reason. Pure.
import type { Balance } from './balance.ts'
import { type Burning, type Doubt, doubtOf, type Stretch } from './burning.ts'

export interface FuelFigures {
  /** Percent of the tank; null: no level was known. */
  readonly level_from: number | null
  readonly level_to: number | null
  /** Litres; null: unknown. */
  readonly refuelled: number | null
  readonly stolen: number | null
  readonly burned: number | null
  /** Why the litres, or the burned ones, are missing; null: they are not missing, or no level was known. */
  readonly doubt: Doubt | null
  /** null: not known, or hidden from the reader. */
  readonly metres: number | null
}

/**
 * @param balance null: no level was known
 * @param capacity litres of a full tank; null: not configured
 */
export function figuresOf(
  balance: Balance | null,
  capacity: number | null,
  burning: Burning,
  stretch: Stretch,
): FuelFigures {
  const { metres } = stretch
  if (balance === null)
    return {
      level_from: null,
      level_to: null,
      refuelled: null,
      stolen: null,
      burned: null,
      doubt: null,
      metres,
    }
  const { level_from, level_to } = balance
  if (capacity === null)
    return {
      level_from,
      level_to,
      refuelled: null,
      stolen: null,
      burned: null,
      doubt: 'capacity',
      metres,
    }
  const litres = (percent: number) => (percent * capacity) / 100
  const burnedLitres = balance.burned === null ? null : litres(balance.burned)
  const doubt =
    burnedLitres === null ? 'restarted' : doubtOf(burnedLitres, capacity, burning, stretch)
  return {
    level_from,
    level_to,
    refuelled: litres(balance.refuelled),
    stolen: litres(balance.stolen),
    burned: burnedLitres === null || doubt !== null ? null : Math.max(0, burnedLitres),
    doubt,
    metres,
  }
}

const sumOf = (values: readonly (number | null)[]): number | null => {
  const knownNumbers = values.filter(value => value !== null)
  return knownNumbers.length === 0 ? null : knownNumbers.reduce((sum, value) => sum + value, 0)
}
/** The sum of consecutive stretches; one doubtful part makes the sum doubtful. */
export function together(parts: readonly FuelFigures[]): FuelFigures {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  const doubts = parts.map(({ doubt }) => doubt).filter(doubt => doubt !== null)
  const doubt = doubts.length === 0 ? null : doubts.includes('capacity') ? 'capacity' : 'parts'
  return {
    level_from: parts.find(({ level_from }) => level_from !== null)?.level_from ?? null,
    level_to: parts.findLast(({ level_to }) => level_to !== null)?.level_to ?? null,
    refuelled: sumOf(parts.map(({ refuelled }) => refuelled)),
    stolen: sumOf(parts.map(({ stolen }) => stolen)),
    burned: doubt === null ? sumOf(parts.map(({ burned }) => burned)) : null,
    doubt,
    metres: sumOf(parts.map(({ metres }) => metres)),
  }
}

/** A shorter distance gives no meaningful consumption. */
const LEAST_METRES = 1_000
/** null: unknown or meaningless, because the distance is too short or more was burned at rest than on the road. */
export function per100km({ burned, metres }: FuelFigures, { per_100_km }: Burning): number | null {
  if (burned === null || metres === null || metres < LEAST_METRES || per_100_km === null)
    return null
  const litres = burned / (metres / 100_000)
  return litres >= per_100_km.least && litres <= per_100_km.most ? litres : null
}

/**
 * The burned amounts at consecutive moments, made non-decreasing without changing the total:
 * the noise of a sensor is larger than what a short trip burns.
 */
export function neverLess(amounts: readonly number[]): number[] {
  const [first = 0, last = first] = [amounts[0], amounts.at(-1)]
  const end = Math.max(first, last)
  const within = amounts.map(value => Math.min(end, Math.max(first, value)))
  const rising: number[] = []
  for (const value of within) rising.push(Math.max(value, rising.at(-1) ?? first))
  const falling: number[] = []
  for (const value of within.toReversed()) falling.push(Math.min(value, falling.at(-1) ?? end))
  falling.reverse()
  // Both ends keep their values.
  return rising.map((value, i) =>
    i === 0 ? first : i === rising.length - 1 ? end : (value + (falling[i] ?? value)) / 2,
  )
}
