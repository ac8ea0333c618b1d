// Rows of the durable tasks.
import type { TaskState } from '@flotta/platform/queue.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    tasks: {
      id: Generated<string>
      kind: string
      payload: unknown
      customer_id: number | null
      user_id: number | null
      /** Heavy tasks have a lane, and `turn` is their place in it: companies take turns there. */
      lane: string | null
      turn: number | null
      state: Generated<TaskState>
      attempts: Generated<number>
      most_attempts: number
      done: number | null
      total: number | null
      error: string | null
      cancel_requested_at: Date | null
      created_at: Generated<Date>
      started_at: Date | null
      ended_at: Date | null
    }
  }
}
