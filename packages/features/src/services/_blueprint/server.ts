// Answers for the panel.
import { feature, handle } from '@flotta/platform/feature.ts'
import { lastReading, readingsOf } from '../../telemetry/pipeline/queries.ts'
import * as contract from './contract.ts'
import { example } from './kinds.ts'

const datedValue = <D extends object>({ at, data }: { readonly at: number; readonly data: D }) => ({
  message_datetime: new Date(at).toISOString(),
  ...data,
})

export default feature({
  handlers: [
    handle(contract.data, async ({ vehicle, ctx }) => {
      const last = await lastReading(ctx, vehicle, example)
      return last === null ? null : datedValue(last)
    }),
    handle(contract.history, async ({ vehicle, query, ctx }) =>
      (
        await readingsOf(
          ctx,
          vehicle,
          example,
          Date.parse(query.period_from),
          Date.parse(query.period_to),
        )
      ).map(datedValue),
    ),
  ],
})
