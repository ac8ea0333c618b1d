// Durable tasks on the server: their metrics, and the job that removes ended ones.
import { every, feature } from '@flotta/platform/feature.ts'
import { purgeTasks } from '@flotta/platform/queue.ts'
import { taskCollectors } from './figures.ts'

export default feature({
  collectors: taskCollectors,
  jobs: [every('tasks purge', 3_600, purgeTasks)],
})
