// Reads the tank of a visible vehicle: its present state, and its history with figures, the same for screens and files.

import { type DayPart, daysOf } from '@flotta/core/zones.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { maySee } from '../../fleet/access/rules.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { type StoredReading, storedReadingsOf } from '../../telemetry/pipeline/queries.ts'
import { idlingStretches } from '../../telemetry/trips/idling.ts'
import type { ShownTrip } from '../../telemetry/trips/private-pieces.ts'
import { tripParts } from '../../telemetry/trips/queries.ts'
import { idlingWithin } from '../../telemetry/trips/rules.ts'
import '../../telemetry/pipeline/tables.ts'
import '../../fleet/vehicles/tables.ts'
import { type Balance, bookOf, type FuelBook, type FuelChange } from './balance.ts'
import { type Burning, burningOf, SETTLES_FOR } from './burning.ts'
import { type TankMemory, tankMemory } from './derive-memory.ts'
import { type Fuel, fuel } from './kinds.ts'
import { type FuelFigures, figuresOf, neverLess } from './litres.ts'
import { tankOf } from './rules.ts'

/** The last state of the tank; null: none, or not visible to the caller. */
export async function lastFuel(
  ctx: Context,
  vehicle: VisibleVehicle,
): Promise<(TankMemory & { readonly at: number }) | null> {
  const row = await ctx.db
    .selectFrom('vehicle_state')
    .where('vehicle_id', '=', vehicle.vehicle_id)
    .select('memory')
    .executeTakeFirst()
  if (row?.memory.fuel === undefined) return null
  const memory = tankMemory.read(row.memory.fuel)
  return memory.at !== null && maySee(fuel.kind, vehicle, memory.at)
    ? { ...memory, at: memory.at }
    : null
}

type FuelRow = StoredReading<Fuel>

/** The visible rows of a period, oldest first. */
const fuelHistory = (
  ctx: Context,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
): Promise<FuelRow[]> => storedReadingsOf<Fuel>(ctx, vehicle, fuel.kind, from, to)

const BESIDE = `select ${epochMs('message_datetime')} as at, seq, data`
const BEFORE = `${BESIDE} from reading_before($1, $2, $3, 'tank_usage')`
const AFTER = `${BESIDE} from reading_after($1, $2, $3, 'tank_usage')`
/** The last level before a moment, or the first after it; null: none, or not visible to the caller. */
async function fuelBeside(
  ctx: Context,
  vehicle: VisibleVehicle,
  at: number,
  statement: string,
): Promise<FuelRow | null> {
  const { rows } = await ctx.pool.query<FuelRow>(statement, [
    vehicle.vehicle_id,
    fuel.kind,
    new Date(at),
  ])
  const [row] = rows
  return row !== undefined && maySee(fuel.kind, vehicle, row.at) ? row : null
}

export interface FuelPast {
  /** The rows of the period, oldest first. */
  readonly rows: readonly FuelRow[]
  readonly book: FuelBook
  /** The changes within the period. */
  readonly changes: readonly FuelChange[]
}
/** The visible tank of a period (`to` exclusive). Rows before and after are read as needed, so that the parts add up to the whole. */
export async function fuelPast(
  ctx: Context,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
): Promise<FuelPast> {
  const [begin, end] = [from - SETTLES_FOR, to + SETTLES_FOR]
  const [before, around, after] = await Promise.all([
    fuelBeside(ctx, vehicle, begin, BEFORE),
    fuelHistory(ctx, vehicle, begin, end),
    fuelBeside(ctx, vehicle, end, AFTER),
  ])
  const all = [...(before === null ? [] : [before]), ...around, ...(after === null ? [] : [after])]
  const book = bookOf(all.map(({ at, data }) => ({ ...data, at })))
  const within = ({ at }: { readonly at: number }) => from <= at && at < to
  return { rows: around.filter(within), book, changes: book.changes.filter(within) }
}

/** A trip, or the time between two. */
export interface FuelLeg {
  readonly from: number
  readonly to: number
  readonly isTrip: boolean
  readonly figures: FuelFigures
}
export interface FuelDay extends DayPart {
  readonly figures: FuelFigures
  /** Empty where the caller may not see trips. */
  readonly legs: readonly FuelLeg[]
}
export interface FuelDays {
  readonly past: FuelPast
  /** Litres of a full tank; null: not configured. */
  readonly capacity: number | null
  readonly burning: Burning
  /** Together they are the period. */
  readonly days: readonly FuelDay[]
}
/** Litres of a full tank (null: not configured), and what its type of vehicle can burn. */
export async function tankOfVehicle(
  ctx: Context,
  { vehicle_id }: VisibleVehicle,
): Promise<{ readonly capacity: number | null; readonly burning: Burning }> {
  const { vehicle_type, configurations } = await ctx.db
    .selectFrom('vehicles')
    .select(['vehicle_type', 'configurations'])
    .where('id', '=', vehicle_id)
    .executeTakeFirstOrThrow()
  return { capacity: tankOf(configurations).capacity, burning: burningOf(vehicle_type) }
}
/** The fuel figures of a period, day by day. Distances need the right to see positions. */
export async function fuelDays(
  ctx: Context,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
  timezone: string,
): Promise<FuelDays> {
  const days = daysOf(from, to, timezone)
  const seesTrips = vehicle.agreements.includes(agreement.eyegeo)
  const [past, { capacity, burning }, trips, stretches] = await Promise.all([
    fuelPast(ctx, vehicle, from, to),
    tankOfVehicle(ctx, vehicle),
    seesTrips ? tripParts(ctx, vehicle, days) : null,
    seesTrips ? idlingStretches(ctx, vehicle, { from, to }) : null,
  ])
  const figures = (
    balance: Balance | null,
    part: Span,
    driven: readonly ShownTrip[] | null,
  ): FuelFigures =>
    figuresOf(balance, capacity, burning, {
      metres: driven === null ? null : driven.reduce((sum, trip) => sum + trip.distance, 0),
      elapsed: part.to - part.from,
      idling: stretches === null ? null : idlingWithin(part, stretches),
    })
  return {
    past,
    capacity,
    burning,
    days: days.map((day, i) => {
      const driven = trips === null ? null : (trips[i] ?? [])
      const balance = past.book.between(day.from, day.to)
      const dayFigures = figures(balance, day, driven)
      return {
        ...day,
        figures: dayFigures,
        legs:
          driven === null || balance === null || dayFigures.burned === null
            ? []
            : legsOf(day, driven, past.book, figures),
      }
    }),
  }
}
interface Span {
  readonly from: number
  readonly to: number
}
const endOf = (trip: ShownTrip): number => trip.period_to ?? trip.end_at

/** The trips of a day and the times between them; together they are the day. */
function legsOf(
  day: Span,
  trips: readonly ShownTrip[],
  book: FuelBook,
  figures: (balance: Balance | null, part: Span, driven: readonly ShownTrip[]) => FuelFigures,
): FuelLeg[] {
  const parts: { readonly from: number; readonly to: number; readonly trip: ShownTrip | null }[] =
    []
  let at = day.from
  for (const trip of trips) {
    if (trip.period_from > at) parts.push({ from: at, to: trip.period_from, trip: null })
    parts.push({ from: trip.period_from, to: endOf(trip), trip })
    at = endOf(trip)
  }
  if (at < day.to) parts.push({ from: at, to: day.to, trip: null })
  const burnedUntil = neverLess(
    [day.from, ...parts.map(({ to }) => to)].map(moment => book.burnedUntil(moment) ?? 0),
  )
  return parts.map(({ from, to, trip }, i) => {
    const balance = book.between(from, to)
    const balanceOfPart = balance && {
      ...balance,
      burned: (burnedUntil[i + 1] ?? 0) - (burnedUntil[i] ?? 0),
    }
    return {
      from,
      to,
      isTrip: trip !== null,
      figures: figures(balanceOfPart, { from, to }, trip === null ? [] : [trip]),
    }
  })
}
