// task list | show | retry | cancel: durable tasks (mails, deliveries, reports, imports), their states and their errors.
import { type Command, command } from '@flotta/platform/cli.ts'
import { noSuchRecord } from '@flotta/platform/cli-problems.ts'
import { lanes } from '@flotta/platform/lanes.ts'
import { cancelTask, retryTask } from '@flotta/platform/queue.ts'
import { z } from 'zod'
import { listTasks, taskColumns } from './queries.ts'

const ById = z.object({ id: z.uuid().describe('task id') })

export const commands: readonly Command[] = [
  command({
    noun: 'task',
    verb: 'list',
    summary: 'List durable tasks, newest first',
    options: z.object({
      state: z
        .enum(['waiting', 'running', 'done', 'failed', 'cancelled'])
        .optional()
        .describe('only those'),
      lane: z
        .enum(Object.keys(lanes) as [keyof typeof lanes])
        .optional()
        .describe('only those of a lane of heavy work'),
      limit: z.coerce.number().int().min(1).max(1000).default(50).describe('how many'),
    }),
    columns: [...taskColumns],
    run: ({ state, lane, limit }, { db }) => listTasks(db, { state, lane }, limit),
  }),
  command({
    noun: 'task',
    verb: 'show',
    summary: 'Show a durable task with what it was given',
    argument: 'id',
    options: ById,
    async run({ id }, { db }) {
      const row = await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) throw noSuchRecord('task', id)
      return row
    },
  }),
  command({
    noun: 'task',
    verb: 'retry',
    summary: 'Run a task at once that waits for its next try, failed or was cancelled',
    argument: 'id',
    options: ById,
    async run({ id }, { db }) {
      if (!(await retryTask(db, id))) throw noSuchRecord('task', id)
      return { id, state: 'waiting' }
    },
  }),
  command({
    noun: 'task',
    verb: 'cancel',
    summary: 'Cancel a task that waits or runs',
    argument: 'id',
    options: ById,
    async run({ id }, { db }) {
      if (!(await cancelTask(db, id))) throw noSuchRecord('task', id)
      return { id, cancelled: true }
    },
  }),
]
