// The global map: pins, and the satellite layer.
import { feature, handle } from '@flotta/platform/feature.ts'
import * as contract from './contract.ts'
import { pinsOf } from './queries.ts'
import { satelliteTile } from './satellite.ts'

export default feature({
  handlers: [
    handle(contract.pins, ({ caller, ctx }) => pinsOf(ctx, caller.customer_id)),
    handle(contract.satelliteTile, ({ params, caller, ctx }) => satelliteTile(ctx, caller.customer_id, params)),
  ],
})
