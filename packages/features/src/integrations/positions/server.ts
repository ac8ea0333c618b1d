// Serves positions of many vehicles, page by page; the log of looks records who read them.
import { periodRange } from '@flotta/core/contract.ts'
import { invalid } from '@flotta/core/problem.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { visibleVehicles } from '../../fleet/access/vehicles.ts'
import { recordTrackLooks } from '../../fleet/privacy/queries.ts'
import { csv, formOf, ndjson } from '../feed/forms.ts'
import { seenVehicles } from '../feed/rows.ts'
import { positionColumns } from '../feed/server.ts'
import { fleetPositions } from './contract.ts'
import { positionPage } from './pages.ts'

export default feature({
  handlers: [
    handle(fleetPositions, async ({ query, caller, ctx, http }) => {
      const { customer_id } = caller
      const [from, to] = periodRange(query)
      const [all, rows] = await Promise.all([
        visibleVehicles(ctx, customer_id),
        seenVehicles(ctx, customer_id),
      ])
      const wanted = query.vehicle_ids && new Set(query.vehicle_ids)
      const vehicles = all.filter(({ vehicle_id }) => wanted?.has(vehicle_id) ?? true)
      if (wanted !== undefined && vehicles.length < wanted.size)
        throw invalid({ vehicle_ids: 'validation.unknown' })
      const plates = new Map([...rows].map(([id, { plate }]) => [id, plate]))
      const page = await positionPage(
        ctx,
        { vehicles, plates, from, to, limit: query.limit },
        query.cursor,
      )
      await recordTrackLooks(ctx, caller, page.vehicles, { from, to })
      const meta = { cursor: page.cursor, more: page.more }
      const form = formOf(http.header('accept'))
      http.varyBy('accept')
      if (form === 'json') return { data: page.rows, meta }
      http.setHeader('x-cursor', meta.cursor ?? '')
      http.setHeader('x-more', String(meta.more))
      return form === 'csv' ? csv(positionColumns, page.rows) : ndjson(page.rows)
    }),
  ],
})
