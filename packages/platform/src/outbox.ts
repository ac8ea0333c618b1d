// The outbox of mails, SMS and messages to chats: messages are written in the transaction that causes them and sent by the queue. Without a configured service they stay in the outbox, where the provider can read them.
import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from './config.ts'
import type { Db, Tx } from './db.ts'
import { type Context, type RunningTask, type TaskKind, taskKind } from './feature.ts'
import { enqueue, NoFurtherTry } from './queue.ts'

/** The channel of a message. */
export type OutboxChannel = 'email' | 'sms' | 'chat'
/** Why a message was not sent, so far or for good: the receiver refused it; it could not be delivered; it is out of date. */
export type OutboxFault = 'refused' | 'unreachable' | 'too_old'

export interface Attachment {
  readonly name: string
  /** Media type. */
  readonly type: string
  readonly bytes: Uint8Array
}
export interface OutboxMessage {
  readonly recipient: string
  /** Empty for an SMS. */
  readonly subject: string
  /** Plain text. */
  readonly body: string
  /** The same text as HTML (`mail-layout.ts`). */
  readonly html?: string
  readonly attachments?: readonly Attachment[]
}
/** A message as it is sent. `key` is the same at each attempt, so that a receiver can recognise repeats. */
export type Outgoing = Required<OutboxMessage> & { readonly key: string }

/** Largest total of a message's attachments, bytes. */
export const MOST_ATTACHED = 10 * 1_048_576
/** A message that waited longer is out of date and is not sent. */
const OLDEST_MS = 2 * 86_400_000
/** The attempts spread over some 16 hours. */
const ATTEMPTS = 12

/** The task that sends the messages of one channel, one after another, so that a slow receiver holds up nothing else. */
export function outboxTask(
  channel: OutboxChannel,
  name: string,
  isSet: (config: Config) => boolean,
  send: (message: Outgoing, ctx: Context) => Promise<void>,
) {
  return taskKind({
    name,
    payload: z.object({}),
    attempts: ATTEMPTS,
    line: name,
    ready: ({ config }) => isSet(config),
    run: (_, task) => deliver(channel, task, send),
  })
}

/** @returns the message's id */
export async function addToOutbox(
  db: Db | Tx,
  channel: OutboxChannel,
  kind: TaskKind<object>,
  message: OutboxMessage,
  now: number,
): Promise<number> {
  // A task that began before its message exists would find nothing to send and end.
  if (!db.isTransaction)
    return db.transaction().execute(tx => addToOutbox(tx, channel, kind, message, now))
  const { recipient, subject, body, html = null, attachments = [] } = message
  const size = attachments.reduce((sum, a) => sum + a.bytes.length, 0)
  if (size > MOST_ATTACHED)
    throw new RangeError(`${size} bytes are attached, ${MOST_ATTACHED} are allowed`)
  const task_id = await enqueue(db, kind, {})
  const { rows } = await sql<{ id: number }>`
    insert into mails (channel, recipient, subject, body, html, created_at, task_id)
    values (${channel}, ${recipient}, ${subject}, ${body}, ${html}, ${new Date(now)}, ${task_id}) returning id`.execute(
    db,
  )
  const id = rows[0]?.id ?? 0
  for (const [position, a] of attachments.entries())
    await sql`insert into mail_attachments (mail_id, position, name, type, bytes) values (${id}, ${position}, ${a.name}, ${a.type}, ${Buffer.from(a.bytes)})`.execute(
      db,
    )
  return id
}

/** Adds tasks for the messages that were written before the queue existed. */
export async function queueWaiting(
  { db }: Context,
  kinds: Readonly<Partial<Record<OutboxChannel, TaskKind<object>>>>,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ id: number; channel: OutboxChannel }>`
      select id, channel from mails where sent_at is null and failed_at is null and task_id is null for update skip locked`.execute(
      tx,
    )
    for (const { id, channel } of rows) {
      const kind = kinds[channel]
      if (kind !== undefined)
        await sql`update mails set task_id = ${await enqueue(tx, kind, {})} where id = ${id}`.execute(
          tx,
        )
    }
  })
}

const KEPT_DAYS = 30
/** Job: deletes old messages, sent or not. */
export async function purgeOutbox({ db, now }: Context): Promise<void> {
  await sql`delete from mails where created_at < ${new Date(now() - KEPT_DAYS * 86_400_000)}`.execute(
    db,
  )
}

type Row = Omit<Required<OutboxMessage>, 'html' | 'attachments'> & {
  readonly id: number
  readonly html: string | null
  readonly created_at: Date
}

async function deliver(
  channel: OutboxChannel,
  { id: task_id, attempt, ctx }: RunningTask,
  send: (message: Outgoing, ctx: Context) => Promise<void>,
) {
  // The row is locked while the message is sent, so that no other process sends it as well.
  const failure = await ctx.db.transaction().execute(async tx => {
    const { rows } = await sql<Row>`
      select id, recipient, subject, body, html, created_at from mails where task_id = ${task_id} and channel = ${channel} and sent_at is null
      for update skip locked`.execute(tx)
    const [row] = rows
    if (row === undefined) return null
    const now = ctx.now()
    const late = now - row.created_at.getTime() > OLDEST_MS
    const error = late
      ? new NoFurtherTry('too old to be sent')
      : await trySend(
          send,
          { ...row, html: row.html ?? '', attachments: await attachmentsOf(tx, row.id) },
          ctx,
        )
    const fault: OutboxFault | null = late
      ? 'too_old'
      : error instanceof NoFurtherTry
        ? 'refused'
        : error === null
          ? null
          : 'unreachable'
    const last = error instanceof NoFurtherTry || (error !== null && attempt >= ATTEMPTS)
    await sql`update mails set attempts = attempts + 1, error = ${error?.message ?? null}, fault = ${fault},
      sent_at = ${error === null ? new Date(now) : null}, failed_at = ${last ? new Date(now) : null} where id = ${row.id}`.execute(
      tx,
    )
    // The attachments of a sent message need not be stored twice.
    if (error === null)
      await sql`delete from mail_attachments where mail_id = ${row.id}`.execute(tx)
    return error
  })
  if (failure !== null) throw failure
}

async function trySend(
  send: (message: Outgoing, ctx: Context) => Promise<void>,
  row: Omit<Row, 'html'> & Required<OutboxMessage>,
  ctx: Context,
): Promise<Error | null> {
  try {
    await send({ ...row, key: `${row.id}.${row.created_at.getTime()}` }, ctx)
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function attachmentsOf(tx: Tx, mail_id: number): Promise<Attachment[]> {
  const { rows } =
    await sql<Attachment>`select name, type, bytes from mail_attachments where mail_id = ${mail_id} order by position`.execute(
      tx,
    )
  return rows
}
