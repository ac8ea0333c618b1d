// Samples of durable tasks, the only records below `provider/` that have an id and belong to no company.
import type { Samples } from '../../samples.ts'
import '../../house/tasks/tables.ts'

export const samples: Samples = {
  provider: {
    make: async ({ db }) => {
      const { id } = await db
        .insertInto('tasks')
        .values({
          kind: 'sample',
          payload: JSON.stringify({}),
          customer_id: null,
          user_id: null,
          lane: null,
          turn: null,
          most_attempts: 1,
          done: null,
          total: null,
          error: null,
          cancel_requested_at: null,
          started_at: null,
          ended_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    unlisted: true,
  },
}
