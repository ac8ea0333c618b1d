// What a vehicle burned while it idled: by its engine where that reports it, else by its tank where it idled for long.
import { DAY, HOUR } from '@flotta/core/time.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { type TimeRange, visibleRanges } from '../../fleet/access/rules.ts'
import { storedReadingsOf } from '../../telemetry/pipeline/queries.ts'
import { cutTo } from '../../telemetry/trips/rules.ts'
import { type Burning, doubtOf, type IdlingRate, isLongEnough, litresOfIdling } from './burning.ts'
import { type IdlingFuel, idlingFuel } from './kinds.ts'
import { type FuelPast, fuelPast, tankOfVehicle } from './queries.ts'

/** A stretch of idling is stored when it ends, at most this long after its beginning, ms. */
const LONGEST = DAY

/**
 * Litres of the idling within any part of a period; null: unknown.
 * @param stretches of the period, from `idlingStretches`
 */
export async function idlingLitres(
  ctx: Context,
  vehicle: VisibleVehicle,
  { from, to }: TimeRange,
  stretches: readonly TimeRange[] | null,
): Promise<(part: TimeRange) => number | null> {
  if (stretches === null || visibleRanges(idlingFuel.kind, vehicle, from, to).length === 0)
    return () => null
  const rows = await storedReadingsOf<IdlingFuel>(ctx, vehicle, idlingFuel.kind, from, to + LONGEST)
  const rates = rows.map(
    ({ at, data }): IdlingRate => ({
      from: data.idled_since,
      to: at,
      litres_per_hour: data.litres / (data.measured / HOUR),
    }),
  )
  const unmeasured = stretches.filter(
    stretch => !rates.some(rate => cutTo(stretch, rate).length > 0),
  )
  rates.push(...(await ratesByLevel(ctx, vehicle, unmeasured)))
  return part =>
    litresOfIdling(
      stretches.flatMap(stretch => cutTo(stretch, part)),
      rates,
    )
}

async function ratesByLevel(
  ctx: Context,
  vehicle: VisibleVehicle,
  stretches: readonly TimeRange[],
): Promise<IdlingRate[]> {
  if (stretches.length === 0) return []
  const { capacity, burning } = await tankOfVehicle(ctx, vehicle)
  if (capacity === null) return []
  const long = stretches.filter(({ from, to }) => isLongEnough(to - from, capacity, burning))
  const [first, last] = [long[0], long.at(-1)]
  if (first === undefined || last === undefined) return []
  const past = await fuelPast(ctx, vehicle, first.from, last.to)
  return long.flatMap(stretch => rateByLevel(stretch, past, capacity, burning) ?? [])
}

/** The rate between the first and the last level of the stretch, so that driving before and after it does not count. */
function rateByLevel(
  stretch: TimeRange,
  { rows, book }: FuelPast,
  capacity: number,
  burning: Burning,
): IdlingRate | null {
  const levels = rows.filter(({ at }) => at >= stretch.from && at <= stretch.to)
  const [begin, end] = [levels[0]?.at, levels.at(-1)?.at]
  if (begin === undefined || end === undefined || !isLongEnough(end - begin, capacity, burning))
    return null
  const burned = book.between(begin, end + 1)?.burned ?? null
  if (burned === null) return null
  const litres = (burned * capacity) / 100
  const elapsed = end - begin
  if (doubtOf(litres, capacity, burning, { metres: 0, elapsed, idling: elapsed }) !== null)
    return null
  return { ...stretch, litres_per_hour: Math.max(0, litres) / (elapsed / HOUR) }
}
