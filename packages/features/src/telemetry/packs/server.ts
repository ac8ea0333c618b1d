// Days that are long over become one row each.
import { everywhere, feature } from '@flotta/platform/feature.ts'
import { packQuietDays } from './jobs.ts'

export default feature({
  jobs: [everywhere('pack positions', 10, packQuietDays)],
})
