// The outbox, as commands and the provider's pages list it: recipients and states, never the texts.
import type { Db, Tables } from '@flotta/platform/db.ts'
import { type Selectable, sql } from 'kysely'
import './tables.ts'

export const mailColumns = [
  'id',
  'created_at',
  'channel',
  'recipient',
  'subject',
  'sent_at',
  'failed_at',
  'attempts',
  'error',
] as const
export type ListedMail = Pick<Selectable<Tables['mails']>, (typeof mailColumns)[number]>
export interface MailFilter {
  readonly recipient?: string | undefined
  readonly channel?: ListedMail['channel']
  /** Only mails that are neither sent nor given up. */
  readonly waiting?: boolean | undefined
}

const matching = (db: Db, { recipient, channel, waiting = false }: MailFilter) => {
  let query = db.selectFrom('mails')
  if (recipient !== undefined)
    query = query.where(sql<string>`lower(recipient)`, '=', recipient.toLowerCase())
  if (channel !== undefined) query = query.where('channel', '=', channel)
  if (waiting) query = query.where('sent_at', 'is', null).where('failed_at', 'is', null)
  return query
}

/** Newest first. */
export const listMails = (
  db: Db,
  filter: MailFilter,
  limit: number,
  offset = 0,
): Promise<ListedMail[]> =>
  matching(db, filter)
    .select(mailColumns)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countMails(db: Db, filter: MailFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
