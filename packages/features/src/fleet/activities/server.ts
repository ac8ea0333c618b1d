// The endpoints of driver activities.
import { pageMeta, periodRange } from '@flotta/core/contract.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { endActivity, startActivity } from './changes.ts'
import * as contract from './contract.ts'
import { jobs } from './jobs.ts'
import { activitiesOf, currentActivity, historyOf } from './queries.ts'

export default feature({
  jobs,
  handlers: [
    handle(contract.list, async ({ query, caller, ctx }) => {
      const { page, per_page, ...filter } = query
      const { data, total } = await activitiesOf(ctx, caller, filter, {
        limit: per_page,
        offset: (page - 1) * per_page,
      })
      return { data, meta: pageMeta(query, total) }
    }),
    handle(contract.current, ({ vehicle, caller, ctx }) =>
      currentActivity(ctx.db, caller.customer_id, ctx.now(), vehicle),
    ),
    handle(contract.history, ({ query, vehicle, caller, ctx }) =>
      historyOf(ctx.db, caller.customer_id, ctx.now(), vehicle, ...periodRange(query)),
    ),
    handle(contract.setActivity, ({ body: { from, driverId, to }, vehicle, caller, ctx }) =>
      ctx.db.transaction().execute(async tx => {
        const setting = { customer_id: caller.customer_id, vehicle, now: ctx.now() }
        if (to !== undefined) return endActivity(tx, setting, to)
        // the contract requires both fields where `to` is missing
        return startActivity(tx, setting, { from: from as string, driver_id: driverId as number })
      }),
    ),
  ],
})
