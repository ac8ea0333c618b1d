// Deletes past forms of areas that derivations no longer need: records that old cannot be derived again.
import { DAY } from '@flotta/core/time.ts'
import { every, type Job } from '@flotta/platform/feature.ts'
import './tables.ts'

/** Raw parameters are kept by whole months: at most this many days. */
const KEPT_DAYS = 125

export const jobs: readonly Job[] = [
  every('old area shapes', 86_400, async ctx => {
    await ctx.db
      .deleteFrom('area_shapes')
      .where('valid_to', '<', new Date(ctx.now() - KEPT_DAYS * DAY))
      .execute()
  }),
]
