// The power panel: what feeds the vehicle now, and over time.
import { feature, handle } from '@flotta/platform/feature.ts'
import * as contract from './contract.ts'
import { lastPower, powerHistory } from './queries.ts'

export default feature({
  handlers: [
    handle(contract.data, ({ vehicle, ctx }) => lastPower(ctx, vehicle)),
    handle(contract.history, ({ vehicle, query, ctx }) =>
      powerHistory(ctx, vehicle, Date.parse(query.period_from), Date.parse(query.period_to), query),
    ),
  ],
})
