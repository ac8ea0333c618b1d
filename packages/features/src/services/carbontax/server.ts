// The carbon tax panel: hours and litres of the month and the quarter.
import { instantOf } from '@flotta/core/time.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { configurationsOf } from '../../fleet/vehicles/queries.ts'
import * as contract from './contract.ts'
import { readingsAround } from './queries.ts'
import { averageOf, blockOf, litresOf, type NearbyReadings, type Span, spansOf } from './rules.ts'

const UNKNOWN: NearbyReadings = { before: null, after: null, last: null }

function answer(span: Span, around: NearbyReadings, average: number | null): contract.CarbonBlock {
  const block = blockOf(span, around)
  const { first, last, alert } = block
  return {
    start: instantOf(span.start),
    end: instantOf(span.end),
    start_datetime: first && instantOf(first.at),
    end_datetime: last && instantOf(last.at),
    start_hours: first?.hours ?? null,
    end_hours: last?.hours ?? null,
    consumption: litresOf(block, average),
    alert,
  }
}

export default feature({
  handlers: [
    handle(contract.data, async ({ vehicle, caller, ctx }) => {
      const spans = spansOf(ctx.now(), caller.timezone)
      const [hours, configurations] = await Promise.all([
        readingsAround(ctx, vehicle, spans),
        configurationsOf(ctx, vehicle),
      ])
      const average = averageOf(configurations)
      return {
        month: answer(spans.month, hours?.around.month ?? UNKNOWN, average),
        quarter: answer(spans.quarter, hours?.around.quarter ?? UNKNOWN, average),
        average_consumption: average,
        hours_of: hours?.hours_of ?? null,
      }
    }),
  ],
})
