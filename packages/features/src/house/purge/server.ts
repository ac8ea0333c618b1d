// The hourly jobs that delete removed vehicles and customers for good, and the stored answers of repeated writes.
import { every, feature } from '@flotta/platform/feature.ts'
import { forgetOldAnswers } from '@flotta/platform/idempotency.ts'
import { purge } from './jobs.ts'

export default feature({
  jobs: [every('purge', 3_600, purge), every('forget answers', 3_600, forgetOldAnswers)],
})
