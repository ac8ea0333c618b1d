// Reads axles and tyres, with speed and odometer of the same moment, and the reference values of a vehicle's tyres.
import { instantOf } from '@flotta/core/time.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { maySee } from '../../fleet/access/rules.ts'
import type { TireParameters } from '../../fleet/vehicles/contract.ts'
import { kmOffsetOf } from '../../fleet/vehicles/queries.ts'
import { odometerKm, tireParametersOf } from '../../fleet/vehicles/rules.ts'
import { readInstants } from '../../telemetry/packs/queries.ts'
import { type HistoryDetail, lastReading, readingsOf } from '../../telemetry/pipeline/queries.ts'
import type { AxleData, TireParametersForm } from './contract.ts'
import { axle, measures, tyre } from './measures.ts'
import { together } from './rules.ts'

const shownKm = (metres: number | null, km_offset: number): number | null =>
  metres === null ? null : odometerKm(metres, km_offset)

interface OdometerReading {
  readonly odometer?: number | null
}
/** Metres: a counter does not fall, so the greater of two readings is the later. Tyres may report where axles never do. */
function laterTotal(axles: OdometerReading | null, tyres: OdometerReading | null): number | null {
  const totals = [axles?.odometer, tyres?.odometer].filter(total => total != null)
  return totals.length === 0 ? null : Math.max(...totals)
}

const rowAt = (
  at: number,
  axles: object | null,
  tyres: object | null,
  motion: Pick<AxleData, 'odometer' | 'speed'>,
): AxleData => ({
  message_datetime: instantOf(at),
  ...measures.answer({ ...axles, ...tyres }, null, motion),
})

export async function lastAxles(ctx: Context, vehicle: VisibleVehicle): Promise<AxleData | null> {
  const [axleAt, tyreAt, km_offset, state] = await Promise.all([
    lastReading(ctx, vehicle, axle),
    lastReading(ctx, vehicle, tyre),
    kmOffsetOf(ctx, vehicle),
    ctx.db
      .selectFrom('vehicle_state')
      .select(['message_datetime', 'gps_datetime', 'speed', 'odometer'])
      .where('vehicle_id', '=', vehicle.vehicle_id)
      .executeTakeFirst(),
  ])
  if (axleAt === null && tyreAt === null) return null
  const at = Math.max(axleAt?.at ?? 0, tyreAt?.at ?? 0)
  const isVisible = (time: Date | null | undefined): boolean =>
    time != null && maySee(axle.kind, vehicle, time.getTime())
  return rowAt(at, axleAt?.data ?? null, tyreAt?.data ?? null, {
    odometer: isVisible(state?.message_datetime)
      ? shownKm(state?.odometer ?? null, km_offset)
      : null,
    speed: isVisible(state?.gps_datetime) ? (state?.speed ?? null) : null,
  })
}

export async function axleHistory(
  ctx: Context,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
  detail: HistoryDetail,
): Promise<AxleData[]> {
  const [axles, tyres, km_offset] = await Promise.all([
    readingsOf(ctx, vehicle, axle, from, to, detail),
    readingsOf(ctx, vehicle, tyre, from, to, detail),
    kmOffsetOf(ctx, vehicle),
  ])
  const pairs = together(axles, tyres)
  const speeds = await speedsAt(
    ctx,
    vehicle,
    pairs.map(({ at }) => at),
  )
  return pairs.map(({ at, first, second }) =>
    rowAt(at, first, second, {
      odometer: shownKm(laterTotal(first, second), km_offset),
      speed: speeds.get(at) ?? null,
    }),
  )
}

/** km/h by epoch ms, for those times whose record has a fix. */
async function speedsAt(
  ctx: Context,
  { vehicle_id }: VisibleVehicle,
  times: readonly number[],
): Promise<Map<number, number>> {
  const rows = await readInstants(
    ctx.pool,
    times.map(at => ({ vehicle_id, at })),
  )
  return new Map(
    rows
      .toSorted((a, b) => a.at - b.at || a.seq - b.seq)
      .flatMap(({ at, speed }) => (speed === null ? [] : [[at, speed] as const])),
  )
}

/** Locks the vehicle and writes reference values; `check` throws when they do not fit together. */
export async function updateTireParameters(
  ctx: Context,
  { vehicle_id }: VisibleVehicle,
  values: z.output<typeof TireParametersForm>,
  check: (parameters: TireParameters) => void,
): Promise<TireParameters> {
  return ctx.db.transaction().execute(async tx => {
    const { tire_parameters } = await tx
      .selectFrom('vehicles')
      .select('tire_parameters')
      .where('id', '=', vehicle_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const parametersSet = Object.fromEntries(
      Object.entries({ ...tire_parameters, ...values }).filter(
        ([, value]) => value !== null && value !== undefined,
      ),
    )
    const parameters = tireParametersOf(parametersSet)
    check(parameters)
    await tx
      .updateTable('vehicles')
      .set({
        tire_parameters:
          Object.keys(parametersSet).length === 0 ? sql`null` : JSON.stringify(parametersSet),
        updated_at: new Date(ctx.now()),
      })
      .where('id', '=', vehicle_id)
      .execute()
    return parameters
  })
}

/** The reference values of a vehicle's tyres. */
export async function tireParametersFor(
  { db }: Pick<Context, 'db'>,
  { vehicle_id }: VisibleVehicle,
): Promise<TireParameters> {
  const { tire_parameters } = await db
    .selectFrom('vehicles')
    .select('tire_parameters')
    .where('id', '=', vehicle_id)
    .executeTakeFirstOrThrow()
  return tireParametersOf(tire_parameters)
}
