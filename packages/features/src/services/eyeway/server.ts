// Answers for the axle and tyre panel.
import { periodRange } from '@flotta/core/contract.ts'
import { invalid, Problem } from '@flotta/core/problem.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import * as contract from './contract.ts'
import { axleHistory, lastAxles, updateTireParameters } from './queries.ts'

export default feature({
  handlers: [
    handle(contract.data, ({ vehicle, ctx }) => lastAxles(ctx, vehicle)),
    handle(contract.history, ({ vehicle, query, ctx }) =>
      axleHistory(ctx, vehicle, ...periodRange(query), query),
    ),
    handle(contract.setTireParameters, ({ vehicle, body, ctx }) => {
      if (!vehicle.owner) throw new Problem('forbidden', 'eyeway.owner_sets')
      return updateTireParameters(ctx, vehicle, body, ({ nominal_pressure, max_pressure }) => {
        if (max_pressure < nominal_pressure) throw invalid({ max_pressure: 'eyeway.below_nominal' })
      })
    }),
  ],
})
