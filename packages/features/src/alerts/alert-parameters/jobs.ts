// Deletes parameters that ended so long ago that no replay needs them.
import { DAY } from '@flotta/core/time.ts'
import { every, type Job } from '@flotta/platform/feature.ts'
import './tables.ts'

/** Raw parameters are kept for 90 days, rounded up to a month, so a replay never goes back further. */
const KEPT_DAYS = 130

export const jobs: readonly Job[] = [
  every('alert parameters of long ago', 86_400, async ctx => {
    await ctx.db
      .deleteFrom('alert_parameters')
      .where('valid_to', '<', new Date(ctx.now() - KEPT_DAYS * DAY))
      .execute()
  }),
]
