// Serves the customer's fleets and their vehicles.
import { notFound } from '@flotta/core/problem.ts'
import type { CustomerContext, Entity } from '@flotta/platform/entity.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { serve, serveBulk } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { vehicleFor } from '../vehicles/queries.ts'
import * as contract from './contract.ts'
import { assignFleet, createFleet, removeFleet, updateFleet } from './queries.ts'

const rows = ({ caller }: CustomerContext) =>
  sql`select id, customer_id, code, description, color from fleets where customer_id = ${caller.customer_id}`

type Row = contract.Fleet & { readonly customer_id: number }
const entity: Entity<typeof contract.fleets, Row> = {
  rows,
  all: rows,
  tables: ['fleets'],
  order: sql`upper(r.code)`,
  create: (values, { tx, caller }) => createFleet(tx, caller.customer_id, values),
  update: (id, values, { tx, ctx }) => updateFleet(tx, id, values, ctx.now()),
  remove: async (id, { tx }) => void (await removeFleet(tx, id)),
}
const { handlers, records } = serve<typeof contract.fleets, Row>(contract.fleets, entity)

export default feature({
  records,
  handlers: [
    ...handlers,
    serveBulk<typeof contract.fleets, Row>(contract.bulk, contract.fleets, entity),
    handle(contract.setFleet, async ({ body, vehicle, caller, ctx }) => {
      await assignFleet(ctx.db, caller.customer_id, vehicle.vehicle_id, body.fleet_id)
      const changedVehicle = await vehicleFor(ctx, caller.customer_id, vehicle.vehicle_id)
      if (changedVehicle === null) throw notFound()
      return changedVehicle
    }),
  ],
})
