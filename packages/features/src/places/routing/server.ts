// The endpoint of routes: the configured router, else the embedded one.
import { Problem } from '@flotta/core/problem.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { perMinute } from '@flotta/platform/limits.ts'
import { siteAnswers } from '@flotta/platform/providers.ts'
import { routerOf } from './chosen.ts'
import * as contract from './contract.ts'

/** Limit for one user: plans are made by hand, and a route costs more than other answers. */
const RATE = perMinute(120)

export default feature({
  providers: ({ FLOTTA_ROUTER_URL: url }) =>
    url === undefined
      ? []
      : [{ name: 'router', setting: 'FLOTTA_ROUTER_URL', check: () => siteAnswers(url) }],
  handlers: [
    handle(contract.directions, async ({ query, caller, ctx }) => {
      const wait = await ctx.limits.take(`directions ${caller.user_id}`, RATE)
      if (wait > 0)
        throw new Problem('too_many', { key: 'api.wait', values: { count: wait } }, {}, wait)
      const router = routerOf(ctx)
      const { source, approximate } = router
      try {
        const { routes, problem } = await router.directions(query.coordinates, query.exclude ?? [])
        return { data: routes, meta: { source, approximate, problem } }
      } catch (error) {
        // A failure of the provider is logged, and the answer has no routes.
        ctx.log.warn(
          {
            setting: 'FLOTTA_ROUTER_URL',
            error: error instanceof Error ? error.message : String(error),
          },
          'the router failed',
        )
        return { data: [], meta: { source, approximate, problem: 'unavailable' as const } }
      }
    }),
  ],
})
