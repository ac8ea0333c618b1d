// Mails: written to the outbox in the transaction that is their reason, sent by a job. Without a mail server they stay there for the provider to read.
import { type RawBuilder, sql } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Db, Tx } from './db.ts'
import type { Context } from './feature.ts'

export interface Mail {
  readonly recipient: string
  readonly subject: string
  /** Plain text. */
  readonly body: string
}

/** Minutes until the next try after each failure; after the last one the error stays visible and nothing more is tried. */
const RETRY_MINUTES = [1, 5, 15, 60, 240, 720] as const
const AT_ONCE = 20

export const queueMail = async (db: Db | Tx, mail: Mail, now: number): Promise<void> => {
  await sql`insert into mails (recipient, subject, body, created_at, next_attempt_at) values (${mail.recipient}, ${mail.subject}, ${mail.body}, ${new Date(now)}, ${new Date(now)})`.execute(
    db,
  )
}

interface Waiting extends Mail {
  readonly id: number
  readonly attempts: number
}

/** Sends what is due; each mail by one process only, its failure recorded on its row. Does nothing without SMTP_URL. */
export async function deliverMails(ctx: Context): Promise<void> {
  const url = ctx.config.SMTP_URL
  if (url === undefined) return
  const transport = createTransport(url, { connectionTimeout: 10_000, socketTimeout: 30_000, from: ctx.config.FLOTTA_MAIL_FROM } as Parameters<
    typeof createTransport
  >[1])
  try {
    for (let sent = 0; sent < AT_ONCE; sent++) {
      const more = await ctx.db.transaction().execute(async tx => {
        const { rows } = await query<Waiting>(
          tx,
          sql`select id, recipient, subject, body, attempts from mails where sent_at is null and attempts <= ${RETRY_MINUTES.length} and next_attempt_at <= ${new Date(ctx.now())} order by next_attempt_at limit 1 for update skip locked`,
        )
        const [mail] = rows
        if (mail === undefined) return false
        try {
          await transport.sendMail({ from: ctx.config.FLOTTA_MAIL_FROM, to: mail.recipient, subject: mail.subject, text: mail.body })
          await sql`update mails set sent_at = ${new Date(ctx.now())}, attempts = attempts + 1, error = null where id = ${mail.id}`.execute(tx)
        } catch (error) {
          const minutes = RETRY_MINUTES[mail.attempts] ?? 0
          const said = error instanceof Error ? error.message : String(error)
          ctx.log.warn({ mail: mail.id, attempts: mail.attempts + 1, error: said }, 'a mail was not sent')
          await sql`update mails set attempts = attempts + 1, error = ${said}, next_attempt_at = ${new Date(ctx.now() + minutes * 60_000)} where id = ${mail.id}`.execute(
            tx,
          )
        }
        return true
      })
      if (!more) return
    }
  } finally {
    transport.close()
  }
}
const query = <T>(tx: Tx, statement: RawBuilder<unknown>) => statement.$castTo<T>().execute(tx)
