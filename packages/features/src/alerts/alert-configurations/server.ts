// The endpoints of a customer's alert configurations.
import { invalid } from '@flotta/core/problem.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { requireVisibleVehicle } from '../../fleet/access/require.ts'
import * as contract from './contract.ts'
import {
  type ConfigurationRow,
  configurationRecord,
  configurationsFor,
  configurationsOf,
  hasInvisibleVehicle,
  removeOfVehicles,
} from './queries.ts'
import { updateConfiguration } from './update.ts'
import { createConfiguration, createConfigurations } from './write.ts'

const { handlers, records } = serve<typeof contract.alertConfigurations, ConfigurationRow>(
  contract.alertConfigurations,
  {
    table: 'alert_configurations',
    rows: ({ caller, ctx }) => configurationsOf(caller.customer_id, ctx.now()),
    record: (row, { ctx, language }) => configurationRecord(ctx, language, row),
    // The last delivery changes by itself, so it is not part of the version that a write compares.
    written: ({ last_delivery: _, ...configuration }) => configuration,
    order: sql`upper(r.plate), r.alert_id, r.alert_channel_id, r.destination`,
    async only({ vehicle_id }, { caller, ctx }) {
      if (vehicle_id === undefined) return sql`true`
      await requireVisibleVehicle(ctx.db, caller.customer_id, vehicle_id, ctx.now())
      return sql`r.vehicle_id = ${vehicle_id}`
    },
    create: createConfiguration,
    update: updateConfiguration,
    remove: async (id, { tx }) =>
      void (await tx.deleteFrom('alert_configurations').where('id', '=', id).execute()),
  },
)

export default feature({
  records,
  handlers: [
    ...handlers,
    handle(contract.createMany, ({ body, caller, language, ctx }) =>
      ctx.db
        .transaction()
        .execute(tx =>
          createConfigurations(body, { tx, caller, language, ctx, afterwards: () => undefined }),
        ),
    ),
    handle(contract.ofVehicle, ({ vehicle, caller, language, ctx }) =>
      configurationsFor(ctx.db, { caller, ctx, language }, [vehicle.vehicle_id]),
    ),
    handle(contract.removeOfVehicle, async ({ vehicle, caller, ctx }) => {
      await removeOfVehicles(ctx.db, caller.customer_id, [vehicle.vehicle_id])
      return null
    }),
    handle(contract.removeOfVehicles, async ({ query, caller, ctx }) => {
      const ids = [...new Set(query.vehicles.split(',').map(Number))]
      if (await hasInvisibleVehicle(ctx.db, caller.customer_id, ctx.now(), ids))
        throw invalid({ vehicles: 'validation.unknown' })
      await removeOfVehicles(ctx.db, caller.customer_id, ids)
      return null
    }),
  ],
})
