// The endpoint of the time machine: a period of the whole fleet to play back.
import { periodRange } from '@flotta/core/contract.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { recordTrackLooks } from '../../fleet/privacy/queries.ts'
import * as contract from './contract.ts'
import { pastPage } from './queries.ts'

export default feature({
  handlers: [
    handle(contract.timeMachine, async ({ query, caller, http, ctx }) => {
      const [from, to] = periodRange(query)
      const { located, ...page } = await pastPage(
        ctx,
        caller.customer_id,
        { from, to },
        query.after ?? 0,
      )
      http.afterwards(() => recordTrackLooks(ctx, caller, located, { from, to }))
      return page
    }),
  ],
})
