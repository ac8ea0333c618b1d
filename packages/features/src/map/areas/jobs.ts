// What derivations may still ask about areas is kept for as long as records can be derived again;
// the rest goes.
import { DAY } from '@flotta/core/time.ts'
import { every, type Job } from '@flotta/platform/feature.ts'
import './tables.ts'

/** Raw parameters are kept to the month: never longer than this. */
const KEPT_DAYS = 125

export const jobs: readonly Job[] = [
  every('old area shapes', 86_400, async ctx => {
    await ctx.db
      .deleteFrom('area_shapes')
      .where('valid_to', '<', new Date(ctx.now() - KEPT_DAYS * DAY))
      .execute()
  }),
]
