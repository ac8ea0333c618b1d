// Sends a test to a web hook, or one of its events again.
import { notFound, Problem } from '@flotta/core/problem.ts'
import type { Db } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { TEST_EVENT } from './contract.ts'
import './tables.ts'

/** The id by which receivers recognise an event. */
export const messageId = (message_id: string): string => `msg_${message_id}`

export async function queueTest(db: Db, webhook_id: number, now: number) {
  const { message_id } = await db
    .insertInto('webhook_events')
    .values({
      webhook_id,
      vehicle_id: null,
      type: TEST_EVENT,
      subject: '',
      facts: '{}',
      at: new Date(now),
      body: null,
      first_attempt_at: null,
      next_at: null,
      ended_at: null,
    })
    .returning('message_id')
    .executeTakeFirstOrThrow()
  return { id: messageId(message_id), type: TEST_EVENT }
}

/** Sends the event of an attempt again. Throws `notFound` for an attempt of another hook, `conflict` where the hook is off. */
export async function sendAgain(
  { db }: Pick<Context, 'db'>,
  webhook_id: number,
  attempt_id: number,
) {
  return db.transaction().execute(async tx => {
    const { rows } = await sql<{ message_id: string; type: string; active: boolean }>`
      update webhook_events e set state = 'waiting', ended_at = null, attempts = 0, first_attempt_at = null, next_at = null
      from webhook_attempts a join webhooks w on w.id = a.webhook_id
      where a.id = ${attempt_id} and a.webhook_id = ${webhook_id} and e.id = a.event_id returning e.message_id, e.type, w.active`.execute(
      tx,
    )
    const [row] = rows
    if (row === undefined) throw notFound()
    if (!row.active && row.type !== TEST_EVENT) throw new Problem('conflict', 'webhooks.off')
    await sql`update webhooks set paused_until = null where id = ${webhook_id}`.execute(tx)
    return { id: messageId(row.message_id), type: row.type }
  })
}
