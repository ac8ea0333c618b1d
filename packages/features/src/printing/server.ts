// What printing users ask: which vehicle they have before them, and its receipt.
import { feature, handle } from '@flotta/platform/feature.ts'
import * as contract from './contract.ts'
import { vehiclesMeant } from './queries.ts'
import { receiptOf } from './receipt.ts'
import { read } from './rules.ts'

export default feature({
  handlers: [
    handle(contract.find, ({ query, caller, ctx }) => vehiclesMeant(ctx, caller, read(query.code))),
    handle(contract.print, ({ vehicle, query, caller, ctx }) => receiptOf(ctx, caller, vehicle, query)),
  ],
})
