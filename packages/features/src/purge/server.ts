// Forgetting what was removed, every hour.
import { every, feature } from '@flotta/platform/feature.ts'
import { purge } from './jobs.ts'

export default feature({ jobs: [every('purge', 3_600, purge)] })
