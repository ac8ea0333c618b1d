// Serves the rental contracts of the caller's own vehicles and of their tyres.
import { invalid } from '@flotta/core/problem.ts'
import { dayAt } from '@flotta/core/zones.ts'
import type { CustomerContext, ResourceContext } from '@flotta/platform/entity.ts'
import { feature } from '@flotta/platform/feature.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { ownVehicle, ownVehiclesSql } from '../access/vehicles.ts'
import { type RentRecord, tireRents, vehicleRents } from './contract.ts'
import { createRent, type RentKind, removeRent, rentColumns, updateRent } from './queries.ts'

const today = ({ caller, ctx }: ResourceContext): string => dayAt(ctx.now(), caller.timezone)
/**
 * Checks that the vehicle is the customer's own.
 * @param db the caller's transaction, so that no second connection is needed while it holds one
 */
async function requireOwnVehicle(
  vehicle_id: number,
  caller: ResourceContext['caller'],
  db: Parameters<typeof ownVehicle>[2],
): Promise<void> {
  if ((await ownVehicle(vehicle_id, caller, db)) === null)
    throw invalid({ vehicle_id: 'validation.unknown' })
}

const serveRents = (contract: typeof vehicleRents | typeof tireRents) => {
  const kind: RentKind = contract.resource
  const rows = ({ caller }: CustomerContext) => sql`
    select ${sql.join(rentColumns.map(column => sql.ref(`x.${column}`)))}, v.customer_id, v.plate
    from ${sql.table(kind)} x join ${ownVehiclesSql(caller.customer_id)} v on v.vehicle_id = x.vehicle_id`
  return serve<typeof vehicleRents, RentRecord & { readonly customer_id: number }>(
    contract as typeof vehicleRents,
    {
      rows,
      all: rows,
      order: sql`upper(r.plate)`,
      async only({ vehicle_id }, asking) {
        if (vehicle_id === undefined) return sql`true`
        await requireOwnVehicle(vehicle_id, asking.caller, asking.ctx)
        return sql`r.vehicle_id = ${vehicle_id}`
      },
      async create(values, writing) {
        await requireOwnVehicle(values.vehicle_id, writing.caller, { db: writing.tx })
        return createRent(writing.tx, kind, values, today(writing))
      },
      async update(id, values, writing) {
        if (values.vehicle_id !== undefined)
          await requireOwnVehicle(values.vehicle_id, writing.caller, { db: writing.tx })
        await updateRent(writing.tx, kind, id, values, today(writing), writing.ctx.now())
      },
      remove: (id, { tx }) => removeRent(tx, kind, id),
    },
  )
}

const [vehicles, tires] = [serveRents(vehicleRents), serveRents(tireRents)]
export default feature({
  handlers: [...vehicles.handlers, ...tires.handlers],
  records: { ...vehicles.records, ...tires.records },
})
