// The endpoint of the fleet's tracks: a month of all vehicles as lines.
import { periodRange } from '@flotta/core/contract.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { requireOwnFleets } from '../../fleet/access/require.ts'
import { recordTrackLooks } from '../../fleet/privacy/queries.ts'
import { levelFor } from '../../telemetry/packs/drawn-lines.ts'
import * as contract from './contract.ts'
import { fleetTracksPage } from './queries.ts'

export default feature({
  handlers: [
    handle(contract.fleetTracks, async ({ query, caller, http, ctx }) => {
      const [from, to] = periodRange(query)
      const { fleets: fleet_ids, after = 0, level = levelFor(to - from), box = null } = query
      if (fleet_ids !== undefined)
        await requireOwnFleets(ctx.db, caller.customer_id, fleet_ids, 'fleets')
      const { located, ...page } = await fleetTracksPage(
        ctx,
        caller.customer_id,
        { from, to },
        { fleet_ids, after, level, box },
      )
      http.afterwards(() => recordTrackLooks(ctx, caller, located, { from, to }))
      return page
    }),
  ],
})
