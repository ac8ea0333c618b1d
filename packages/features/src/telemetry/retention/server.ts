// Runs the deletion of expired data about once a night.
import { every, feature } from '@flotta/platform/feature.ts'
import { deleteExpired } from './jobs.ts'

export default feature({ jobs: [every('retention', 6 * 3_600, deleteExpired)] })
