// The boards of the services: pages of their rows, and the lines of the rows in view.
import { pageMeta } from '@flotta/core/contract.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { boards } from './contract.ts'
import { boardLines, boardRows } from './queries.ts'

export default feature({
  handlers: boards.flatMap(({ service, rows, lines }) => [
    handle(rows, async ({ query, caller, ctx }) => {
      const { page, per_page } = query
      const board = await boardRows(ctx, caller.customer_id, service.code, query)
      return {
        data: board.rows.slice((page - 1) * per_page, page * per_page),
        meta: { ...pageMeta(query, board.rows.length), counts: board.counts },
      }
    }),
    handle(lines, ({ query, caller, ctx }) => boardLines(ctx, caller, service, query.vehicles)),
  ]),
})
