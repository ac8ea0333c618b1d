// The feature that passes alerts on that nobody has taken.
import { feature } from '@flotta/platform/feature.ts'
import { jobs } from './jobs.ts'

export default feature({ jobs })
