// Forgetting what was removed, and what nobody asks again, every hour.
import { every, feature } from '@flotta/platform/feature.ts'
import { forgetOldAnswers } from '@flotta/platform/idempotency.ts'
import { purge } from './jobs.ts'

export default feature({
  jobs: [every('purge', 3_600, purge), every('forget answers', 3_600, forgetOldAnswers)],
})
