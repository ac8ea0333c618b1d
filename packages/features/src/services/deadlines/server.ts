// Serves the deadlines of the caller's company.
import { pageMeta } from '@flotta/core/contract.ts'
import { DAY } from '@flotta/core/time.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { requireVisibleVehicle } from '../../fleet/access/require.ts'
import { dueDates } from './contract.ts'
import { deadlinesOf } from './queries.ts'

/** Agreements that end within this time are included, ms. */
const YEAR = 366 * DAY

export default feature({
  handlers: [
    handle(dueDates, async ({ query, caller, language, ctx }) => {
      const { page, per_page, kind, vehicle_id, pressing } = query
      if (vehicle_id !== undefined)
        await requireVisibleVehicle(ctx.db, caller.customer_id, vehicle_id, ctx.now())
      const matching = (await deadlinesOf(ctx, caller, ctx.now() + YEAR)).filter(
        deadline =>
          (kind === undefined || kind.includes(deadline.kind)) &&
          (vehicle_id === undefined || deadline.vehicle_id === vehicle_id) &&
          (pressing === '0' || deadline.due.state !== 'fine'),
      )
      const data = matching
        .slice((page - 1) * per_page, page * per_page)
        .map(({ about, due, ...rest }) => ({
          about: about === null || typeof about === 'string' ? about : ctx.say(language, about),
          ...due,
          ...rest,
        }))
      return { data, meta: pageMeta(query, matching.length) }
    }),
  ],
})
