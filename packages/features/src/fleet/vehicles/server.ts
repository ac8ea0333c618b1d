// Serves vehicles: their records, numbers by status, and what their owner sets.
import { pageMeta, SharedReply } from '@flotta/core/contract.ts'
import { notFound } from '@flotta/core/problem.ts'
import { vehicleTypeSvg } from '@flotta/core/vehicle-type-shapes.ts'
import { NO_RECORD } from '@flotta/platform/entity-calls.ts'
import {
  type Call,
  type Context,
  feature,
  handle,
  type OwnVehicle,
} from '@flotta/platform/feature.ts'
import { answeredOnce } from '@flotta/platform/idempotency.ts'
import { mustBeUnchanged, storeEach } from '@flotta/platform/record-writes.ts'
import { coalesce } from '@flotta/platform/request-coalescer.ts'
import { recordWrite } from '../../house/installation/trail.ts'
import { seenOfVehicle } from '../../telemetry/registry/checks.ts'
import { requireOwnFleets } from '../access/require.ts'
import { lockVehicle, ownVehicle, visibleVehicle } from '../access/vehicles.ts'
import { heldServices } from '../agreements/queries.ts'
import * as contract from './contract.ts'
import { equipVehicle } from './equipment.ts'
import { allItems, smsByVehicle, vehicleItems } from './items.ts'
import { statusCounts, type VehicleFilter, vehicleFor, vehiclesOf } from './queries.ts'
import { createVehicle, recordVersion, removeVehicle, updateVehicle } from './record.ts'
import { VehicleSubtype, VehicleType } from './values.ts'
import './tables.ts'

const STATUSES = [0, 1, 2] as const

async function requireVehicle(
  ctx: Context,
  customer_id: number,
  vehicle_id: number,
): Promise<contract.Vehicle> {
  const vehicle = await vehicleFor(ctx, customer_id, vehicle_id)
  if (vehicle === null) throw notFound()
  return vehicle
}
type Settings =
  | { km_offset: number }
  | { log_interval: number }
  | { ownership_type: number }
  | { tire_ownership: number }
async function storeSettings(
  ctx: Context,
  { vehicle_id, customer_id }: OwnVehicle,
  values: Settings,
) {
  await ctx.db
    .updateTable('vehicles')
    .set({ ...values, updated_at: new Date(ctx.now()) })
    .where('id', '=', vehicle_id)
    .where('customer_id', '=', customer_id)
    .execute()
  return requireVehicle(ctx, customer_id, vehicle_id)
}

interface VehicleQuery extends VehicleFilter {
  readonly page: number
  readonly per_page: number
}
async function vehiclePage(
  { ctx, caller }: Pick<Call, 'ctx' | 'caller'>,
  { page, per_page, ...filter }: VehicleQuery,
) {
  if (filter.fleet_id !== undefined)
    await requireOwnFleets(ctx.db, caller.customer_id, [filter.fleet_id])
  const { customer_id } = caller
  return pageOfVehicles(ctx, { customer_id, filter, page, per_page })
}
/** Calls of one customer for the same page that arrive at the same moment share one answer. */
const pageOfVehicles = coalesce(
  async (
    ctx,
    {
      customer_id,
      filter,
      page,
      per_page,
    }: Pick<VehicleQuery, 'page' | 'per_page'> & {
      readonly customer_id: number
      readonly filter: VehicleFilter
    },
  ) => {
    const slice = { limit: per_page, offset: (page - 1) * per_page }
    const { data, total } = await vehiclesOf(ctx, { customer_id, filter, ...slice })
    return new SharedReply({ data, meta: pageMeta({ page, per_page }, total) })
  },
)
const isTractor = (type: VehicleType): boolean =>
  (contract.tractorTypes as readonly VehicleType[]).includes(type)

export default feature({
  resolvers: { visible_vehicle: visibleVehicle, own_vehicle: ownVehicle },
  handlers: [
    handle(contract.list, ({ query, ...call }) => vehiclePage(call, query)),
    handle(contract.vehiclesWithRent, async ({ query, ...call }) => {
      const [page, sms] = await Promise.all([vehiclePage(call, query), smsByVehicle(call)])
      if (sms === null) return page
      const { data, meta } = page.answer
      return {
        data: data.map(v => ({ ...v, current_month_sms_count: sms.get(v.id) ?? 0 })),
        meta,
      }
    }),
    handle(contract.all, ({ ctx, caller }) => allItems(ctx, caller)),
    handle(contract.vehicleById, async ({ vehicle, caller, ctx, http }) => {
      http.setHeader('etag', await recordVersion(ctx.db, vehicle))
      return requireVehicle(ctx, caller.customer_id, vehicle.vehicle_id)
    }),
    handle(contract.update, async ({ body, vehicle, ctx, http }) => {
      const version = await ctx.db.transaction().execute(async tx => {
        await lockVehicle(tx, vehicle.vehicle_id)
        mustBeUnchanged(http, await recordVersion(tx, vehicle))
        await updateVehicle(tx, vehicle, body, 'owner', ctx.now())
        return recordVersion(tx, vehicle)
      })
      http.setHeader('etag', version)
      return requireVehicle(ctx, vehicle.customer_id, vehicle.vehicle_id)
    }),
    handle(contract.create, async ({ body, caller, ctx, http }) => {
      const { customer_id } = caller
      const { device, agreements, ...values } = body
      const id = await ctx.db.transaction().execute(async tx => {
        const key = http.header('idempotency-key')
        const request = { tx, caller, ctx, path: contract.create.path, body, key }
        http.audit.skip = true
        const { record } = await answeredOnce(request, async () => {
          http.audit.skip = false
          const services = await heldServices(tx, customer_id, ctx.now())
          const id = await createVehicle(tx, { ...values, customer_id }, 'owner')
          await equipVehicle(ctx, tx, { id, customer_id }, { device, agreements }, services)
          await recordWrite(tx, { caller, ctx }, 'POST /vehicles', body, id)
          return { record: { id }, etag: null, made: true }
        })
        return record.id
      })
      return requireVehicle(ctx, customer_id, id)
    }),
    handle(contract.createMany, async ({ body, caller, ctx, http }) => {
      const { customer_id } = caller
      return ctx.db.transaction().execute(async tx => {
        const key = http.header('idempotency-key')
        const request = { tx, caller, ctx, path: contract.createMany.path, body, key }
        http.audit.skip = true
        const { record } = await answeredOnce(request, async () => {
          http.audit.skip = false
          const services = await heldServices(tx, customer_id, ctx.now())
          const list = await storeEach(body, tx, async ({ device, agreements, ...values }) => {
            const id = await createVehicle(tx, { ...values, customer_id }, 'owner')
            await equipVehicle(ctx, tx, { id, customer_id }, { device, agreements }, services)
            return { id, plate: values.plate }
          })
          const trail = { count: list.length }
          await recordWrite(tx, { caller, ctx }, 'POST /vehicles/bulk', trail, null)
          return { record: { id: NO_RECORD, list }, etag: null, made: true }
        })
        return record.list
      })
    }),
    handle(contract.remove, async ({ vehicle: { vehicle_id: id }, caller, ctx }) => {
      await ctx.db.transaction().execute(async tx => {
        await removeVehicle(tx, id, ctx.now())
        await recordWrite(tx, { caller, ctx }, 'DELETE /vehicles/:id', { id }, id)
      })
      return null
    }),
    handle(contract.check, ({ vehicle, ctx }) => seenOfVehicle(ctx, vehicle.vehicle_id)),
    handle(contract.types, ({ ctx, language }) =>
      VehicleType.options.map(id => ({
        id,
        name: ctx.say(language, { key: `vehicles.type.${id}` }),
        subtypes: id === 'U' ? [...VehicleSubtype.options] : [],
      })),
    ),
    handle(contract.typeImage, ({ params }) => {
      const type = VehicleType.safeParse(params.id.toUpperCase())
      if (!type.success) throw notFound()
      return {
        type: 'image/svg+xml',
        bytes: new TextEncoder().encode(vehicleTypeSvg(type.data)),
        max_age: 86_400,
      }
    }),
    handle(contract.tractors, ({ query, ...call }) =>
      vehiclePage(call, { ...query, types: contract.tractorTypes }),
    ),
    handle(contract.allTractors, call => vehicleItems(call, { types: contract.tractorTypes })),
    handle(contract.tractorById, async ({ vehicle, caller, ctx }) => {
      const tractor = await requireVehicle(ctx, caller.customer_id, vehicle.vehicle_id)
      if (!isTractor(tractor.vehicle_type)) throw notFound()
      return tractor
    }),
    handle(contract.statistics, async ({ caller, ctx }) => {
      const counts = [...(await statusCounts(ctx, caller.customer_id)).values()]
      return STATUSES.map(status => ({
        status,
        total: counts.reduce((sum, c) => sum + c[status], 0),
      }))
    }),
    handle(contract.typesStatistics, async ({ caller, ctx }) => {
      const counts = await statusCounts(ctx, caller.customer_id)
      return VehicleType.options.flatMap(vehicle_type =>
        STATUSES.flatMap(status => {
          const total = counts.get(vehicle_type)?.[status] ?? 0
          return total === 0 ? [] : [{ vehicle_type, status, total }]
        }),
      )
    }),
    handle(contract.setLogInterval, ({ body, vehicle, ctx }) =>
      storeSettings(ctx, vehicle, { log_interval: body.value }),
    ),
    handle(contract.setOwnershipType, ({ body, vehicle, ctx }) =>
      storeSettings(ctx, vehicle, { ownership_type: body.ownership_type }),
    ),
    handle(contract.setTireOwnership, ({ body, vehicle, ctx }) =>
      storeSettings(ctx, vehicle, { tire_ownership: body.tire_ownership }),
    ),
    handle(contract.setKmOffset, ({ body, vehicle, ctx }) =>
      storeSettings(ctx, vehicle, { km_offset: body.km_offset }),
    ),
  ],
})
