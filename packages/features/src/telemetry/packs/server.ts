// Jobs that pack past days into one row each and check the packs.
import { every, everywhere, feature, metricCollector } from '@flotta/platform/feature.ts'
import { checkPacks, damagedDays, damagedPacks } from './checks.ts'
import { packQuietDays } from './jobs.ts'
import { checkTrack } from './level-checks.ts'
import { addLevels } from './level-rows.ts'

/** Packs of an earlier version that get their tracks in one run; they take a second or two. */
const LEVELS_AT_ONCE = 200
/** Packs whose tracks are checked in one run; they take some tens of milliseconds. */
const TRACKS_AT_ONCE = 5

export default feature({
  jobs: [
    everywhere('pack positions', 10, packQuietDays),
    every('check packs', 60, checkPacks),
    every('levels of packs', 60, async ctx => {
      await addLevels(ctx.pool, LEVELS_AT_ONCE, ctx.now())
    }),
    every('check tracks of packs', 60, async ctx => {
      for (let n = 0; n < TRACKS_AT_ONCE; n++) await checkTrack(ctx, Math.random)
    }),
  ],
  collectors: [
    metricCollector([damagedPacks], async ctx => damagedPacks.set((await damagedDays(ctx)).length)),
  ],
})
