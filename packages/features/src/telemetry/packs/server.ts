// Days that are long over become one row each, and what is packed is looked at again.
import { every, everywhere, feature, metricCollector } from '@flotta/platform/feature.ts'
import { checkPacks, damagedDays, damagedPacks } from './checks.ts'
import { packQuietDays } from './jobs.ts'

export default feature({
  jobs: [everywhere('pack positions', 10, packQuietDays), every('check packs', 60, checkPacks)],
  collectors: [
    metricCollector([damagedPacks], async ctx => damagedPacks.set((await damagedDays(ctx)).length)),
  ],
})
