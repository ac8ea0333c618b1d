// Mails: written to the outbox in the transaction that is their reason, sent by the queue. Without a mail server they stay there for the provider to read.
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { Db, Tx } from './db.ts'
import { type Context, type RunningTask, taskKind } from './feature.ts'
import { enqueue } from './queue.ts'

export interface Mail {
  readonly recipient: string
  readonly subject: string
  /** Plain text. */
  readonly body: string
}

/** An outbox that waited for a mail server is not sent once there is one: what it says is no longer so. */
const OLDEST_MS = 2 * 86_400_000

/** Tries over some 16 hours. */
export const mailTask = taskKind({ name: 'mail', payload: z.object({}), attempts: 12, ready: ({ config }) => config.SMTP_URL !== undefined, run: deliver })

export async function queueMail(db: Db | Tx, mail: Mail, now: number): Promise<void> {
  const task_id = await enqueue(db, mailTask, {})
  await sql`insert into mails (recipient, subject, body, created_at, task_id) values (${mail.recipient}, ${mail.subject}, ${mail.body}, ${new Date(now)}, ${task_id})`.execute(
    db,
  )
}

/** Gives to the queue the mails that were written before there was one. */
export async function queueWaitingMails({ db }: Context): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ id: number }>`select id from mails where sent_at is null and task_id is null for update skip locked`.execute(tx)
    for (const { id } of rows) await sql`update mails set task_id = ${await enqueue(tx, mailTask, {})} where id = ${id}`.execute(tx)
  })
}

const KEPT_DAYS = 30
/** Job: mails of long ago are forgotten, sent or not. */
export async function purgeMails({ db, now }: Context): Promise<void> {
  await sql`delete from mails where created_at < ${new Date(now() - KEPT_DAYS * 86_400_000)}`.execute(db)
}

async function deliver(_: object, { id, ctx }: RunningTask): Promise<void> {
  const { config, db } = ctx
  if (config.SMTP_URL === undefined) throw new Error('SMTP_URL is not set')
  const transport = createTransport(config.SMTP_URL, { connectionTimeout: 10_000, socketTimeout: 30_000 } as Parameters<typeof createTransport>[1])
  try {
    // its row is held while it is sent: nobody sends it beside us
    const failure = await db.transaction().execute(async tx => {
      const { rows } = await sql<Mail & { created_at: Date }>`
        select recipient, subject, body, created_at from mails where task_id = ${id} and sent_at is null for update skip locked`.execute(tx)
      const [mail] = rows
      if (mail === undefined) return null
      const now = ctx.now()
      const late = now - mail.created_at.getTime() > OLDEST_MS
      const error: unknown = late
        ? null
        : await transport.sendMail({ from: config.FLOTTA_MAIL_FROM, to: mail.recipient, subject: mail.subject, text: mail.body }).then(
            () => null,
            e => e,
          )
      const said = late ? 'too old to be sent' : error instanceof Error ? error.message : error === null ? null : String(error)
      await sql`update mails set attempts = attempts + 1, error = ${said}, sent_at = ${said === null ? new Date(now) : null} where task_id = ${id}`.execute(tx)
      return error
    })
    if (failure !== null) throw failure
  } finally {
    transport.close()
  }
}
