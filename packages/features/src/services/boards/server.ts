// The boards of the services: pages of their rows, and the lines of the rows in view.
import { pageMeta } from '@flotta/core/contract.ts'
import { invalid } from '@flotta/core/problem.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { requireOwnFleets, requireVisibleVehicles } from '../../fleet/access/require.ts'
import { boards } from './contract.ts'
import { boardLines, boardPage, filterNames } from './queries.ts'

export default feature({
  handlers: boards.flatMap(({ service, rows: board, lines }) => [
    handle(board, async ({ query, caller, ctx }) => {
      const { fleet_ids, filter } = query
      if (fleet_ids !== undefined)
        await requireOwnFleets(ctx.db, caller.customer_id, fleet_ids, 'fleet_ids')
      if (filter !== undefined && !filterNames(service.code).includes(filter))
        throw invalid({ filter: 'validation.choice' })
      const { rows, total, counts } = await boardPage(ctx, caller.customer_id, service.code, query)
      return { data: rows, meta: { ...pageMeta(query, total), counts } }
    }),
    handle(lines, async ({ query: { vehicles }, caller, ctx }) => {
      await requireVisibleVehicles(ctx.db, caller.customer_id, vehicles, ctx.now(), 'vehicles')
      return boardLines(ctx, caller, service, vehicles)
    }),
  ]),
})
