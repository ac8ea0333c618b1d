// eyeshare on the server: what it repeats.
import { feature } from '@flotta/platform/feature.ts'
import { jobs } from './jobs.ts'

export default feature({ jobs })
