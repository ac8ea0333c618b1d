// How many of a vehicle's expected records were received. While it drives, a record is expected at every reporting interval; at rest, one record a day.
import { HOUR, MINUTE, SECOND } from '@flotta/core/time.ts'

/** How long a silence may be before it is a gap: a slow network while the vehicle drives, and a sleeping tracker at rest. */
const DRIVING_INTERVALS = 3
const MIN_DRIVING_SILENCE = 5 * MINUTE
const MAX_REST_SILENCE = 25 * HOUR

export interface Stretch {
  readonly from: number
  readonly to: number
}
export interface Completeness {
  /** Percent of the records that were expected while the vehicle drove; null: it did not drive. */
  readonly received: number | null
  /** Oldest first, cut to the period. */
  readonly gaps: readonly Stretch[]
}

/**
 * The silences that are gaps if the vehicle drove, oldest first; they may begin before the period and end after it.
 * @param at the time of every record, ascending
 */
export function silences(at: ArrayLike<number>, interval_ms: number): Stretch[] {
  const minSilence = Math.max(MIN_DRIVING_SILENCE, DRIVING_INTERVALS * interval_ms)
  const stretches: Stretch[] = []
  for (let i = 1; i < at.length; i++) {
    const [from, to] = [at[i - 1] ?? 0, at[i] ?? 0]
    if (to - from > minSilence) stretches.push({ from, to })
  }
  return stretches
}

/**
 * Compares the records of trips with the expected ones: those received, and one for each interval of a silence in which the vehicle drove.
 * @param at the times of the records in the period
 * @param quiet the silences that overlap the period
 * @param drove whether the vehicle drove during a silence
 * @param trips in the order of time, without overlaps
 */
export function completenessOf(
  at: ArrayLike<number>,
  period: Stretch,
  {
    interval_ms,
    quiet,
    drove,
    trips,
  }: {
    readonly interval_ms: number
    readonly quiet: readonly Stretch[]
    drove(silence: Stretch): boolean
    readonly trips: readonly Stretch[]
  },
): Completeness {
  const gaps: Stretch[] = []
  let missing = 0
  for (const silence of quiet) {
    const driving = drove(silence)
    if (!driving && silence.to - silence.from <= MAX_REST_SILENCE) continue
    const gap = { from: Math.max(silence.from, period.from), to: Math.min(silence.to, period.to) }
    if (gap.to - gap.from < SECOND) continue
    gaps.push(gap)
    if (driving) missing += Math.max(1, Math.round((gap.to - gap.from) / interval_ms) - 1)
  }
  let receivedCount = 0
  let trip = 0
  for (let i = 0; i < at.length; i++) {
    const time = at[i] ?? 0
    while (trip < trips.length && (trips[trip]?.to ?? 0) < time) trip++
    const nextTrip = trips[trip]
    if (nextTrip === undefined) break
    if (time >= nextTrip.from && time >= period.from && time <= period.to) receivedCount++
  }
  const expectedCount = receivedCount + missing
  return { received: expectedCount === 0 ? null : (100 * receivedCount) / expectedCount, gaps }
}
