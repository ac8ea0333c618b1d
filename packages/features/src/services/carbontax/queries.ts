// Reads the hours on which the tax is based, for one vehicle that the caller may see.
import { epochMs } from '@flotta/platform/epoch.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { type TimeRange, visibleRanges } from '../../fleet/access/rules.ts'
import '../../telemetry/pipeline/tables.ts'
import { carbon } from './kinds.ts'
import { type HoursReading, NEAR_MS, type NearbyReadings, type Span } from './rules.ts'

/** The readings with hours: the refrigeration unit comes before the engine. */
const sources = [
  { hours_of: 'fridge', kind: 'fridge', field: 'hour_meter_fuel' },
  { hours_of: 'engine', kind: 'engine_hours', field: 'general_hour_meter' },
] as const
type Source = (typeof sources)[number]

const HOURS = `select ${epochMs('message_datetime')} as at, (data->>$3)::float8 as hours`
const READING = {
  first: `${HOURS} from reading_after($1, $2, $4::timestamptz - interval '1 microsecond', $3) where message_datetime <= $5`,
  last: `${HOURS} from reading_before($1, $2, $5::timestamptz + interval '1 microsecond', $3) where message_datetime >= $4`,
} as const

/** The first or the last visible reading of a period. */
async function readHours(
  ctx: Context,
  vehicle: VisibleVehicle,
  { kind, field }: Source,
  which: 'first' | 'last',
  from: number,
  to: number,
): Promise<HoursReading | null> {
  const visiblePeriods: readonly TimeRange[] = visibleRanges(carbon.kind, vehicle, from, to)
  for (const stretch of which === 'first' ? visiblePeriods : visiblePeriods.toReversed()) {
    const { rows } = await ctx.pool.query<HoursReading>(READING[which], [
      vehicle.vehicle_id,
      kind,
      field,
      new Date(stretch.from),
      new Date(stretch.to),
    ])
    const [reading] = rows
    if (reading !== undefined) return reading
  }
  return null
}

/** The readings around each period, all of the same meter; null: no meter reports hours. */
export async function readingsAround<N extends string>(
  ctx: Context,
  vehicle: VisibleVehicle,
  spans: Readonly<Record<N, Span>>,
): Promise<{
  readonly hours_of: Source['hours_of']
  readonly around: Readonly<Record<N, NearbyReadings>>
} | null> {
  const namedSpans = Object.entries(spans) as [N, Span][]
  for (const source of sources) {
    const around = await Promise.all(
      namedSpans.map(async ([name, { start, end }]) => {
        const [before, after, last] = await Promise.all([
          readHours(ctx, vehicle, source, 'last', start - NEAR_MS, start),
          readHours(ctx, vehicle, source, 'first', start, end),
          readHours(ctx, vehicle, source, 'last', start - NEAR_MS, end),
        ])
        return [name, { before, after, last }] as const
      }),
    )
    if (around.some(([, { last }]) => last !== null))
      return {
        hours_of: source.hours_of,
        around: Object.fromEntries(around) as Record<N, NearbyReadings>,
      }
  }
  return null
}
