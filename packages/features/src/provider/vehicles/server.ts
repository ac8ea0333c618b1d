// Serves every vehicle of the installation: by calls what the command line does.
import { invalid } from '@flotta/core/problem.ts'
import type { Entity } from '@flotta/platform/entity.ts'
import { feature } from '@flotta/platform/feature.ts'
import { serve, serveBulk } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { ownVehicle } from '../../fleet/access/vehicles.ts'
import { equipVehicle } from '../../fleet/vehicles/equipment.ts'
import type { VehicleIdentityRow } from '../../fleet/vehicles/queries.ts'
import { createVehicle, removeVehicle, updateVehicle } from '../../fleet/vehicles/record.ts'
import { intoTrail } from '../../house/installation/trail.ts'
import { isCustomer } from '../../people/customers/queries.ts'
import { filterCondition } from '../filters.ts'
import * as contract from './contract.ts'

interface Row extends VehicleIdentityRow {
  readonly customer_id: number
  readonly customer_name: string
  readonly configurations: Readonly<Record<string, string>>
  readonly retired: boolean
  readonly created_at: Date
  readonly device: {
    readonly id: number
    readonly identifier: string
    readonly protocol: string
    readonly profile: string
  } | null
  readonly agreements: number[]
}

const entity: Entity<typeof contract.vehicles, Row> = {
  trail: intoTrail,
  table: 'vehicles',
  rows: ({ ctx }) => {
    const at = new Date(ctx.now())
    return sql`
    select v.id, v.customer_id, c.name as customer_name, v.plate, v.serial, v.model, v.color, v.vehicle_type, v.vehicle_subtype, v.configurations, v.retired, v.created_at,
      (select json_build_object('id', d.id, 'identifier', d.imei, 'protocol', d.protocol, 'profile', d.profile)
        from device_mounts m join devices d on d.id = m.device_id and d.deleted_at is null
        where m.vehicle_id = v.id and m.mounted_from <= ${at} and (m.mounted_to is null or m.mounted_to > ${at}) limit 1) as device,
      array(select distinct a.agreement_id::int from vehicle_agreements a
        where a.vehicle_id = v.id and a.customer_id = v.customer_id and a.active_from <= ${at} and (a.active_to is null or a.active_to > ${at}) order by 1) as agreements
    from vehicles v join customers c on c.id = v.customer_id where v.deleted_at is null and c.deleted_at is null`
  },
  record: ({ configurations, created_at, ...row }) => ({
    configurations: Object.entries(configurations).map(([parameter, value]) => ({
      parameter,
      value,
    })),
    created_at: created_at.toISOString(),
    ...row,
  }),
  order: sql`upper(r.plate)`,
  only: ({ customer_id }, { ctx }) => filterCondition({ customer_id }, ctx),
  all: () =>
    sql`select v.id, v.plate, v.customer_id from vehicles v join customers c on c.id = v.customer_id where v.deleted_at is null and c.deleted_at is null`,
  async create({ device, agreements, ...values }, { tx, ctx }) {
    if (!(await isCustomer(tx, values.customer_id)))
      throw invalid({ customer_id: 'validation.unknown' })
    const id = await createVehicle(tx, values, 'provider')
    await equipVehicle(ctx, tx, { id, customer_id: values.customer_id }, { device, agreements })
    return id
  },
  async update(id, values, { tx, ctx }) {
    const row = await tx
      .selectFrom('vehicles')
      .select('customer_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const vehicle = await ownVehicle(id, row, { db: tx })
    if (vehicle !== null) await updateVehicle(tx, vehicle, values, 'provider', ctx.now())
  },
  remove: (id, { tx, ctx }) => removeVehicle(tx, id, ctx.now()),
}
const { handlers, records } = serve<typeof contract.vehicles, Row>(contract.vehicles, entity)
export default feature({
  handlers: [
    ...handlers,
    serveBulk<typeof contract.vehicles, Row>(contract.bulk, contract.vehicles, entity),
  ],
  records,
})
