// The durable tasks, as commands and the provider's pages list them.
import type { Db, Tables } from '@flotta/platform/db.ts'
import type { Selectable } from 'kysely'
import './tables.ts'

export const taskColumns = [
  'id',
  'kind',
  'lane',
  'turn',
  'customer_id',
  'state',
  'attempts',
  'done',
  'total',
  'created_at',
  'ended_at',
  'error',
] as const
export type ListedTask = Pick<Selectable<Tables['tasks']>, (typeof taskColumns)[number]>
export interface TaskFilter {
  readonly state?: ListedTask['state'] | undefined
  readonly lane?: string | undefined
}

const matching = (db: Db, { state, lane }: TaskFilter) => {
  let query = db.selectFrom('tasks')
  if (state !== undefined) query = query.where('state', '=', state)
  if (lane !== undefined) query = query.where('lane', '=', lane)
  return query
}

/** Newest first. */
export const listTasks = (
  db: Db,
  filter: TaskFilter,
  limit: number,
  offset = 0,
): Promise<ListedTask[]> =>
  matching(db, filter)
    .select(taskColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countTasks(db: Db, filter: TaskFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
