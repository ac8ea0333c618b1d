// Reads a period of the whole fleet: places, alerts and open doors, as far as the customer may see them.

import { SECOND } from '@flotta/core/time.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { WorkSlicer } from '@flotta/platform/work-slicer.ts'
import { sql } from 'kysely'
import { incidentsOf } from '../../alerts/incidents/visible-incidents.ts'
import { type TimeRange, visibleRanges } from '../../fleet/access/rules.ts'
import { visibleVehicles } from '../../fleet/access/vehicles.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Former } from '../../fleet/vehicles/contract.ts'
import { formerSql } from '../../fleet/vehicles/former.ts'
import { door } from '../../services/eyedoor/kinds.ts'
import { type Doors, openingsOf, ownDoors } from '../../services/eyedoor/rules.ts'
import { readFleetFixes } from '../../telemetry/packs/fleet-positions.ts'
import type { ReadPositions } from '../../telemetry/packs/queries.ts'
import { degreesOf, floatsAt, integersAt, millisOf } from '../../telemetry/packs/rows.ts'
import { MOVING_ABOVE_KMH, plausibleFixes } from '../../telemetry/plausible-fixes.ts'
import { FIRST_VEHICLES, type Leg, type PastVehicle, VEHICLES_AT_ONCE } from './contract.ts'
import { legsOf, type PastFixes, PLACE_FOR } from './rules.ts'

/** Vehicles whose fixes one statement reads. */
const READ_AT_ONCE = 50

export interface PastPage {
  readonly vehicles: PastVehicle[]
  readonly next: number | null
  /** The vehicles whose places the caller may see. */
  readonly located: readonly VisibleVehicle[]
}
/**
 * Reads one page of vehicles.
 * @param after only vehicles with a higher id; 0: the first page
 */
export async function pastPage(
  ctx: Context,
  customer_id: number,
  period: TimeRange,
  after: number,
): Promise<PastPage> {
  const all = (await visibleVehicles(ctx, customer_id, period.from)).filter(
    v => v.vehicle_id > after,
  )
  const page = all.slice(0, after === 0 ? FIRST_VEHICLES : VEHICLES_AT_ONCE)
  const ids = page.map(v => v.vehicle_id)
  const [legs, alerts, doors, details] = await Promise.all([
    legsByVehicle(ctx, page, period),
    alertsByVehicle(ctx, customer_id, ids, period),
    doorsByVehicle(ctx, page, period),
    detailsOf(ctx, ids),
  ])
  const vehicles = details.flatMap(({ id, plate, vehicle_type, former }): PastVehicle[] => {
    const [itsLegs = [], itsAlerts, itsDoors] = [legs.get(id), alerts.get(id), doors.get(id)]
    return itsLegs.length === 0 && itsAlerts === undefined && itsDoors === undefined
      ? []
      : [
          {
            vehicle_id: id,
            plate,
            vehicle_type,
            ...(former !== null && { former }),
            legs: itsLegs,
            ...(itsAlerts !== undefined && { alerts: itsAlerts }),
            ...(itsDoors !== undefined && { doors: itsDoors }),
          },
        ]
  })
  return {
    vehicles,
    next: all.length > page.length ? (page.at(-1)?.vehicle_id ?? null) : null,
    located: page.filter(v => (legs.get(v.vehicle_id)?.length ?? 0) > 0),
  }
}

interface Details extends Pick<PastVehicle, 'plate' | 'vehicle_type'> {
  readonly id: number
  readonly former: Former | null
}
async function detailsOf({ db }: Context, ids: readonly number[]): Promise<Details[]> {
  const { rows } = await sql<Details>`
    select v.id, v.plate, v.vehicle_type, ${formerSql} as former from vehicles v where v.id = any(${ids}::int4[]) order by v.id`.execute(
    db,
  )
  return rows
}

async function legsByVehicle(
  ctx: Context,
  vehicles: readonly VisibleVehicle[],
  { from, to }: TimeRange,
): Promise<Map<number, Leg[]>> {
  const questions = vehicles.flatMap(vehicle => {
    // As for the track of one vehicle, the agreement must be active now.
    if (!vehicle.agreements.includes(agreement.eyegeo)) return []
    const ranges = visibleRanges('position', vehicle, from - PLACE_FOR, to)
    return ranges.length === 0 ? [] : [{ vehicle_id: vehicle.vehicle_id, ranges }]
  })
  const rangesOf = new Map(questions.map(({ vehicle_id, ranges }) => [vehicle_id, ranges]))
  const legs = new Map<number, Leg[]>()
  const slicer = new WorkSlicer()
  const times = { from, to, now: ctx.now(), moving_above: MOVING_ABOVE_KMH }
  const batchFrom = (first: number) =>
    readFleetFixes(ctx.pool, questions.slice(first, first + READ_AT_ONCE), [
      'latitude_e7',
      'longitude_e7',
      'speed',
    ])
  // The database reads the next batch while the vehicles of this one are thinned.
  let next = batchFrom(0)
  for (let first = 0; first < questions.length; first += READ_AT_ONCE) {
    const fixes = await next
    next = batchFrom(first + READ_AT_ONCE)
    // If this function fails first, nobody handles the started read.
    next.catch(() => undefined)
    for (const [vehicle_id, positions] of fixes) {
      const plausible = plausibleOf(positions)
      legs.set(
        vehicle_id,
        (rangesOf.get(vehicle_id) ?? []).flatMap(range =>
          legsOf(fixesWithin(plausible, range), range, times),
        ),
      )
      if (slicer.due) await slicer.nextSlice()
    }
  }
  return legs
}

/** Every plausible fix. */
function plausibleOf({
  micros,
  latitude_e7,
  longitude_e7,
  speed,
}: ReadPositions<'latitude_e7' | 'longitude_e7' | 'speed'>): PastFixes {
  const places = plausibleFixes(micros, latitude_e7, longitude_e7)
  return {
    at: millisOf(floatsAt(micros, places)),
    latitude: degreesOf(integersAt(latitude_e7, places)),
    longitude: degreesOf(integersAt(longitude_e7, places)),
    speed: integersAt(speed, places),
  }
}
function pickPlaces(fixes: PastFixes, places: ArrayLike<number>): PastFixes {
  const column = (values: ArrayLike<number>): Float64Array => {
    const column = new Float64Array(places.length)
    for (let n = 0; n < places.length; n++) column[n] = values[places[n] ?? 0] ?? 0
    return column
  }
  return {
    at: column(fixes.at),
    latitude: column(fixes.latitude),
    longitude: column(fixes.longitude),
    speed: column(fixes.speed),
  }
}
/** The fixes within a range; mostly all of them, which need no copy. */
function fixesWithin(fixes: PastFixes, { from, to }: TimeRange): PastFixes {
  const { at } = fixes
  const last = at.length - 1
  if (last < 0 || (from <= (at[0] ?? 0) && (at[last] ?? 0) <= to)) return fixes
  const places: number[] = []
  for (let i = 0; i <= last; i++) {
    const time = at[i] ?? 0
    if (from <= time && time <= to) places.push(i)
  }
  return pickPlaces(fixes, places)
}

const secondsAfter = (from: number, at: number): number => Math.round((at - from) / SECOND)
function addTo<T>(lists: Map<number, T[]>, id: number, item: T): void {
  const list = lists.get(id)
  if (list === undefined) lists.set(id, [item])
  else list.push(item)
}

type PastAlert = NonNullable<PastVehicle['alerts']>[number]
/** Alerts of severity 1 and 2 that were open in the period, without those that later data disproved. The removal of a vehicle ends its alerts. */
async function alertsByVehicle(
  ctx: Context,
  customer_id: number,
  ids: readonly number[],
  { from, to }: TimeRange,
): Promise<Map<number, PastAlert[]>> {
  const which = sql<boolean>`i.vehicle_id = any(${ids}::int4[]) and i.opened_at <= ${new Date(to)} and (i.closed_at is null or i.closed_at >= ${new Date(from)})`
  const { rows } = await sql<{
    vehicle_id: number
    alert_id: number
    opened_at: Date
    closed_at: Date | null
  }>`select o.vehicle_id, o.alert_id, o.opened_at, least(o.closed_at, v.deleted_at) as closed_at
    from ${incidentsOf(customer_id, ctx.now(), which, ids, from)} o join vehicles v on v.id = o.vehicle_id
    where o.severity > 0 and o.closed_as is distinct from 'corrected' order by o.opened_at, o.id`.execute(
    ctx.db,
  )
  const alerts = new Map<number, PastAlert[]>()
  for (const { vehicle_id, alert_id, opened_at, closed_at } of rows)
    addTo(alerts, vehicle_id, {
      alert_id,
      from: secondsAfter(from, opened_at.getTime()),
      to: closed_at === null ? null : secondsAfter(from, closed_at.getTime()),
    })
  return alerts
}

type PastDoor = NonNullable<PastVehicle['doors']>[number]
interface DoorRow {
  readonly vehicle_id: number
  readonly at: number
  readonly data: Doors
  readonly configurations: Readonly<Record<string, string>>
}
async function doorsByVehicle(
  ctx: Context,
  vehicles: readonly VisibleVehicle[],
  { from, to }: TimeRange,
): Promise<Map<number, PastDoor[]>> {
  const rangesOf = new Map(
    vehicles.flatMap(vehicle => {
      const ranges = visibleRanges(door.kind, vehicle, from, to)
      return ranges.length === 0 ? [] : [[vehicle.vehicle_id, ranges] as const]
    }),
  )
  if (rangesOf.size === 0) return new Map()
  const { rows } = await sql<DoorRow>`
    select r.vehicle_id, date_part('epoch', r.message_datetime) * 1000 as at, r.data, v.configurations from (
      select asked.vehicle_id, d.*, lag(d.data::text) over (partition by asked.vehicle_id order by d.message_datetime, d.seq) as before
      from unnest(${[...rangesOf.keys()]}::int4[]) asked (vehicle_id) cross join lateral readings_of(asked.vehicle_id, ${door.kind}, ${new Date(from)}, ${new Date(to)}) d) r
    join vehicles v on v.id = r.vehicle_id where r.data::text is distinct from r.before order by r.vehicle_id, r.message_datetime, r.seq`.execute(
    ctx.db,
  )
  const doorReadings = new Map<number, { at: number; data: Doors }[]>()
  for (const { vehicle_id, at, data, configurations } of rows)
    addTo(doorReadings, vehicle_id, { at, data: ownDoors(data, configurations) })
  const doors = new Map<number, PastDoor[]>()
  for (const [vehicle_id, readings] of doorReadings) {
    const stretches = (rangesOf.get(vehicle_id) ?? []).map(range => ({
      ...range,
      readings: readings.filter(({ at }) => range.from <= at && at <= range.to),
    }))
    for (const opening of openingsOf(stretches))
      addTo(doors, vehicle_id, {
        door: opening.door,
        from: secondsAfter(from, opening.from),
        to: opening.goesOn ? null : secondsAfter(from, opening.to),
      })
  }
  return doors
}
