// Reads the tracks of many vehicles, as far as the customer may see them.
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { WorkSlicer } from '@flotta/platform/work-slicer.ts'
import { sql } from 'kysely'
import { type TimeRange, visibleRanges } from '../../fleet/access/rules.ts'
import { visibleVehicles } from '../../fleet/access/vehicles.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Former } from '../../fleet/vehicles/contract.ts'
import { formerSql } from '../../fleet/vehicles/former.ts'
import { readFleetTracks } from '../../telemetry/packs/fleet-lines.ts'
import { type DrawnLevel, toleranceOf } from '../../telemetry/packs/levels.ts'
import { type TrackBox, trackLines } from '../../telemetry/packs/track-lines.ts'
import { type FleetTrack, VEHICLES_AT_ONCE } from './contract.ts'

export interface FleetTracksPage {
  readonly tolerance: number
  readonly vehicles: FleetTrack[]
  readonly next: number | null
  /** The vehicles whose tracks the caller may see. */
  readonly located: readonly VisibleVehicle[]
}
export interface FleetTracksQuestion {
  /** Only vehicles of these fleets; undefined: all. */
  readonly fleet_ids: readonly number[] | undefined
  /** Only vehicles of a higher id. */
  readonly after: number
  readonly level: DrawnLevel
  /** Only lines that cross it; null: all. */
  readonly box: TrackBox | null
}
export async function fleetTracksPage(
  ctx: Context,
  customer_id: number,
  period: TimeRange,
  { fleet_ids, after, level, box }: FleetTracksQuestion,
): Promise<FleetTracksPage> {
  const vehicles = await visibleVehicles(ctx, customer_id, period.from)
  const details = await detailsOf(
    ctx,
    customer_id,
    vehicles.map(v => v.vehicle_id),
    fleet_ids,
  )
  const all = vehicles.filter(v => v.vehicle_id > after && details.has(v.vehicle_id))
  const page = all.slice(0, VEHICLES_AT_ONCE)
  const { tolerance, lines } = await linesByVehicle(ctx, page, period, level, box)
  const located = page.filter(v => (lines.get(v.vehicle_id)?.length ?? 0) > 0)
  return {
    tolerance,
    vehicles: located.map(({ vehicle_id }) => {
      const { plate = '', fleet_id = null, former = null } = details.get(vehicle_id) ?? {}
      return {
        vehicle_id,
        plate,
        fleet_id,
        ...(former !== null && { former }),
        lines: (lines.get(vehicle_id) ?? []).map(path => ({ path })),
      }
    }),
    next: all.length > page.length ? (page.at(-1)?.vehicle_id ?? null) : null,
    located,
  }
}

interface Details extends Pick<FleetTrack, 'vehicle_id' | 'plate' | 'fleet_id'> {
  readonly former: Former | null
}
async function detailsOf(
  { db }: Context,
  customer_id: number,
  vehicle_ids: readonly number[],
  fleet_ids: readonly number[] | undefined,
): Promise<Map<number, Details>> {
  const { rows } = await sql<Details>`
    select v.id as vehicle_id, v.plate, f.fleet_id, ${formerSql} as former from vehicles v
    left join fleet_vehicles f on f.vehicle_id = v.id and f.customer_id = ${customer_id}
    where v.id = any(${vehicle_ids}::int4[]) ${fleet_ids === undefined ? sql`` : sql`and f.fleet_id = any(${fleet_ids}::int4[])`}`.execute(
    db,
  )
  return new Map(rows.map(row => [row.vehicle_id, row]))
}

async function linesByVehicle(
  ctx: Context,
  vehicles: readonly VisibleVehicle[],
  period: TimeRange,
  level: DrawnLevel,
  box: TrackBox | null,
) {
  const questions = vehicles.flatMap(vehicle => {
    // As for the track of one vehicle, the agreement must be active now.
    if (!vehicle.agreements.includes(agreement.eyegeo)) return []
    const ranges = visibleRanges('position', vehicle, period.from, period.to)
    return ranges.length === 0 ? [] : [{ vehicle_id: vehicle.vehicle_id, ranges }]
  })
  const rangesOf = new Map(questions.map(({ vehicle_id, ranges }) => [vehicle_id, ranges]))
  const lines = new Map<number, string[]>()
  const slicer = new WorkSlicer()
  const answer = await readFleetTracks(ctx.pool, questions, period, level, box)
  for (const { vehicle_id, parts } of answer.tracks) {
    const ranges = rangesOf.get(vehicle_id) ?? []
    lines.set(
      vehicle_id,
      trackLines(parts, ranges, box).map(({ path }) => path),
    )
    if (slicer.due) await slicer.nextSlice()
  }
  return { tolerance: toleranceOf(answer.level), lines }
}
