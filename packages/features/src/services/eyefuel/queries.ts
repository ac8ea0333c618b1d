// Reads of the tank, for one vehicle that the caller may see.
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { maySee } from '../../access/rules.ts'
import { type KeptReading, keptOf } from '../../telemetry/queries.ts'
import '../../telemetry/tables.ts'
import { type TankMemory, tankMemory } from './derive.ts'
import { type Fuel, fuel } from './kinds.ts'

/** The tank as it was heard last; null: never, or not for the caller to see. */
export async function lastFuel(ctx: Context, vehicle: VisibleVehicle): Promise<(TankMemory & { readonly at: number }) | null> {
  const row = await ctx.db.selectFrom('vehicle_state').where('vehicle_id', '=', vehicle.vehicle_id).select('memory').executeTakeFirst()
  if (row?.memory.fuel === undefined) return null
  const memory = tankMemory.read(row.memory.fuel)
  return memory.at !== null && maySee(fuel.kind, vehicle, memory.at) ? { ...memory, at: memory.at } : null
}

type FuelRow = KeptReading<Fuel>

/** What was kept of a period, oldest first, as far as the caller may see it. */
export const fuelHistory = (ctx: Context, vehicle: VisibleVehicle, from: number, to: number): Promise<FuelRow[]> =>
  keptOf<Fuel>(ctx, vehicle, fuel.kind, from, to)

const BEFORE = `select (extract(epoch from message_datetime) * 1000)::float8 as at, seq, data from readings
  where vehicle_id = $1 and kind = $2 and message_datetime < $3 and (data->>'tank_usage') is not null order by message_datetime desc, seq desc limit 1`
/** The last level before a moment; null: none, or not for the caller to see. */
export async function fuelBefore(ctx: Context, vehicle: VisibleVehicle, at: number): Promise<FuelRow | null> {
  const { rows } = await ctx.pool.query<FuelRow>(BEFORE, [vehicle.vehicle_id, fuel.kind, new Date(at)])
  const [row] = rows
  return row !== undefined && maySee(fuel.kind, vehicle, row.at) ? row : null
}
