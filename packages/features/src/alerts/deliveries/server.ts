// The feature that sends alerts to the configured destinations.
import { feature } from '@flotta/platform/feature.ts'
import { looks } from './figures.ts'
import { jobs } from './jobs.ts'

export default feature({ collectors: looks, jobs })
