// The power panel: what feeds the vehicle now, and over time.
import { feature, handle } from '@flotta/platform/feature.ts'
import { lastMeasures, measuresHistory } from '../measures/queries.ts'
import * as contract from './contract.ts'
import { measures } from './measures.ts'

export default feature({
  handlers: [
    handle(contract.data, ({ vehicle, ctx }) => lastMeasures(ctx, vehicle, measures)),
    handle(contract.history, ({ vehicle, query, ctx }) =>
      measuresHistory(
        ctx,
        vehicle,
        measures,
        { from: Date.parse(query.period_from), to: Date.parse(query.period_to) },
        query,
      ),
    ),
  ],
})
