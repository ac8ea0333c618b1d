// Serves the devices in the vehicles of the caller's customer.
import { feature, handle } from '@flotta/platform/feature.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { requireOwnFleets, requireVisibleVehicle } from '../../fleet/access/require.ts'
import { recordWrite } from '../../house/installation/trail.ts'
import { devices, setWiring, wiring } from './contract.ts'
import { type UnitRow, unitItems, unitRecord, unitRows, wire, wiredDevice } from './queries.ts'

const { handlers, records } = serve<typeof devices, UnitRow>(devices, {
  rows: unitRows,
  record: unitRecord,
  order: sql`upper(r.plate)`,
  async only({ fleet_id, vehicle_id, active = 2 }, { caller: { customer_id }, ctx }) {
    if (fleet_id !== undefined) await requireOwnFleets(ctx.db, customer_id, [fleet_id])
    if (vehicle_id !== undefined)
      await requireVisibleVehicle(ctx.db, customer_id, vehicle_id, ctx.now())
    // only vehicles with a unit are here
    if (active !== 2) return sql`false`
    return sql`${fleet_id === undefined ? sql`true` : sql`r.fleet_id = ${fleet_id}`} and ${vehicle_id === undefined ? sql`true` : sql`r.vehicle_id = ${vehicle_id}`}`
  },
  all: unitItems,
})

export default feature({
  records,
  handlers: [
    ...handlers,
    handle(wiring, ({ record: { id }, ctx }) => wiredDevice(ctx, id)),
    handle(setWiring, ({ record: { id }, body, caller, ctx }) =>
      ctx.db.transaction().execute(async tx => {
        const wired = await wire({ ...ctx, db: tx }, id, body)
        await recordWrite(tx, { caller, ctx }, 'PUT /devices/:id/wiring', body, id)
        return wired
      }),
    ),
  ],
})
