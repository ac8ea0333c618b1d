// The car and driver panel: who is at the wheel, and who was, as the caller's own company says.
import { feature, handle } from '@flotta/platform/feature.ts'
import { currentActivity, historyOf } from '../../fleet/activities/queries.ts'
import * as contract from './contract.ts'

export default feature({
  handlers: [
    handle(contract.data, ({ vehicle, caller, ctx }) =>
      currentActivity(ctx.db, caller.customer_id, ctx.now(), vehicle),
    ),
    handle(contract.history, async ({ vehicle, caller, query, ctx }) => {
      const activities = await historyOf(
        ctx.db,
        caller.customer_id,
        ctx.now(),
        vehicle,
        Date.parse(query.period_from),
        Date.parse(query.period_to),
      )
      return activities.toReversed()
    }),
  ],
})
