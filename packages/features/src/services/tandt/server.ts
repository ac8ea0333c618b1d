// Serves the trailer beacon panel: the current coupling, and earlier ones.
import { periodRange } from '@flotta/core/contract.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import * as contract from './contract.ts'
import { couplingsOf, lastBeacon } from './queries.ts'

export default feature({
  handlers: [
    handle(contract.data, ({ vehicle, caller, ctx }) => lastBeacon(ctx, caller, vehicle)),
    handle(contract.history, ({ vehicle, caller, query, ctx }) =>
      couplingsOf(ctx, caller, vehicle, ...periodRange(query)),
    ),
  ],
})
