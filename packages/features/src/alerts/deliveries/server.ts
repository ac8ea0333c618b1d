// Alerts are told to whom customers have chosen.
import { feature } from '@flotta/platform/feature.ts'
import { looks } from './figures.ts'
import { jobs } from './jobs.ts'

export default feature({ collectors: looks, jobs })
