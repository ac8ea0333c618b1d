// Vehicles: records, numbers by status, and what their owner sets; who may see which.
import { pageMeta } from '@flotta/core/contract.ts'
import { notFound } from '@flotta/core/problem.ts'
import { type Context, feature, handle, type OwnVehicle } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { ownVehicle, seenVehicles, visibleVehicle } from '../access/vehicles.ts'
import * as contract from './contract.ts'
import { countVehicles, statusCounts, vehicleFor, vehiclesOf } from './queries.ts'
import './tables.ts'

const STATUSES = [0, 1, 2] as const

async function whole(ctx: Context, customer_id: number, vehicle_id: number): Promise<contract.Vehicle> {
  const vehicle = await vehicleFor(ctx, customer_id, vehicle_id)
  if (vehicle === null) throw notFound()
  return vehicle
}
async function set(ctx: Context, { vehicle_id, customer_id }: OwnVehicle, values: { km_offset: number } | { log_interval: number }) {
  await ctx.db
    .updateTable('vehicles')
    .set({ ...values, updated_at: new Date(ctx.now()) })
    .where('id', '=', vehicle_id)
    .where('customer_id', '=', customer_id)
    .execute()
  return whole(ctx, customer_id, vehicle_id)
}

export default feature({
  resolvers: { visible_vehicle: visibleVehicle, own_vehicle: ownVehicle },
  handlers: [
    handle(contract.list, async ({ query, caller, ctx }) => {
      const { page, per_page, ...filter } = query
      const [data, total] = await Promise.all([
        vehiclesOf(ctx, caller.customer_id, filter, { limit: per_page, offset: (page - 1) * per_page }),
        countVehicles(ctx, caller.customer_id, filter),
      ])
      return { data, meta: pageMeta(query, total) }
    }),
    handle(contract.all, async ({ caller, ctx }) => {
      const { rows } = await sql<contract.VehicleItem>`
        select v.id, v.plate, v.serial, v.vehicle_type, v.vehicle_subtype, f.fleet_id
        from ${seenVehicles(caller.customer_id, ctx.now())} s join vehicles v on v.id = s.vehicle_id
        left join fleet_vehicles f on f.customer_id = ${caller.customer_id} and f.vehicle_id = v.id
        order by upper(v.plate), v.id`.execute(ctx.db)
      return [...rows]
    }),
    handle(contract.one, ({ vehicle, caller, ctx }) => whole(ctx, caller.customer_id, vehicle.vehicle_id)),
    handle(contract.statistics, async ({ caller, ctx }) => {
      const counts = [...(await statusCounts(ctx, caller.customer_id)).values()]
      return STATUSES.map(status => ({ status, total: counts.reduce((sum, c) => sum + c[status], 0) }))
    }),
    handle(contract.typesStatistics, async ({ caller, ctx }) => {
      const counts = await statusCounts(ctx, caller.customer_id)
      return contract.VehicleType.options.flatMap(vehicle_type =>
        STATUSES.flatMap(status => {
          const total = counts.get(vehicle_type)?.[status] ?? 0
          return total === 0 ? [] : [{ vehicle_type, status, total }]
        }),
      )
    }),
    handle(contract.setLogInterval, ({ body, vehicle, ctx }) => set(ctx, vehicle, { log_interval: body.value })),
    handle(contract.setKmOffset, ({ body, vehicle, ctx }) => set(ctx, vehicle, { km_offset: body.km_offset })),
  ],
})
