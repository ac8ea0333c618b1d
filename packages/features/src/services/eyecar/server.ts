// Serves the car and driver panel: the current and the earlier drivers, as the caller's own company knows them.
import { periodRange } from '@flotta/core/contract.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { currentActivity, historyOf } from '../../fleet/activities/queries.ts'
import * as contract from './contract.ts'

export default feature({
  handlers: [
    handle(contract.data, ({ vehicle, caller, ctx }) =>
      currentActivity(ctx.db, caller.customer_id, ctx.now(), vehicle),
    ),
    handle(contract.history, async ({ vehicle, caller, query, ctx }) => {
      const [from, to] = periodRange(query)
      return (
        await historyOf(ctx.db, caller.customer_id, ctx.now(), vehicle, from, to)
      ).toReversed()
    }),
  ],
})
