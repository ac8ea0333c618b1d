// Serves the overview of each service.
import { pageMeta } from '@flotta/core/contract.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { overviews } from './contract.ts'
import { openFeatures, overviewsOf } from './queries.ts'

export default feature({
  handlers: overviews.flatMap(({ service, list, all }) => [
    handle(list, async ({ query, caller, ctx }) => {
      const { page, per_page } = query
      const [rows, features] = await Promise.all([
        overviewsOf(ctx, caller, service),
        openFeatures(ctx, caller.customer_id, service),
      ])
      return {
        data: rows.slice((page - 1) * per_page, page * per_page),
        meta: { ...pageMeta(query, rows.length), features },
      }
    }),
    handle(all, ({ caller, ctx }) => overviewsOf(ctx, caller, service)),
  ]),
})
