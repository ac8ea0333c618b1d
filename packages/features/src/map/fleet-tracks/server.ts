// The endpoint of the fleet's tracks: a month of all vehicles as lines.
import { periodRange } from '@flotta/core/contract.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { recordTrackLooks } from '../../fleet/privacy/queries.ts'
import { levelFor } from '../../telemetry/packs/drawn-lines.ts'
import { tolerances } from '../../telemetry/packs/levels.ts'
import * as contract from './contract.ts'
import { fleetTracksPage } from './queries.ts'

export default feature({
  handlers: [
    handle(contract.fleetTracks, async ({ query, caller, http, ctx }) => {
      const [from, to] = periodRange(query)
      const level = levelFor(to - from)
      const { located, ...page } = await fleetTracksPage(
        ctx,
        caller.customer_id,
        { from, to },
        level,
        { fleet_ids: query.fleets, after: query.after ?? 0 },
      )
      http.afterwards(() => recordTrackLooks(ctx, caller, located, { from, to }))
      return { tolerance: tolerances[level], ...page }
    }),
  ],
})
