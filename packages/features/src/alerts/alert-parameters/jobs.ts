// What was set of alerts long ago is forgotten: no replay asks for it any more.
import { DAY } from '@flotta/core/time.ts'
import { every, type Job } from '@flotta/platform/feature.ts'
import './tables.ts'

/** Raw parameters are kept for 90 days, to the month. */
const KEPT_DAYS = 130

export const jobs: readonly Job[] = [
  every('alert parameters of long ago', 86_400, async ctx => {
    await ctx.db
      .deleteFrom('alert_parameters')
      .where('valid_to', '<', new Date(ctx.now() - KEPT_DAYS * DAY))
      .execute()
  }),
]
