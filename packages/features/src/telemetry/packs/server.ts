// Days that are long over become one row each.
import { every, everywhere, feature } from '@flotta/platform/feature.ts'
import { packQuietDays } from './jobs.ts'
import { giveSpaceBack } from './space.ts'

export default feature({
  jobs: [
    everywhere('pack positions', 10, packQuietDays),
    every('space of packed positions', 3_600, giveSpaceBack),
  ],
})
