// Writes that a client may repeat: a request with the same `Idempotency-Key` within a day is done once and gets the same answer (api.71, commands.39).
import { createHash } from 'node:crypto'
import { invalid, Problem } from '@flotta/core/problem.ts'
import { DAY } from '@flotta/core/time.ts'
import { sql } from 'kysely'
import type { Tx } from './db.ts'
import type { Caller, Context } from './feature.ts'

const KEY = /^[!-~]{1,200}$/
/** First key of the advisory locks. */
const KEY_LOCK = 7_106_009

/** What a write answers; `made` false: it was there already. */
export interface WriteAnswer<T> {
  readonly record: T
  readonly etag: string | null
  readonly made: boolean
}
interface Request {
  readonly tx: Tx
  readonly caller: Pick<Caller, 'user_id'>
  readonly ctx: Pick<Context, 'now'>
  /** The path of the endpoint, below `/api/v1`. */
  readonly path: string
  readonly body: unknown
  /** The header as it came; undefined: the write is done as often as it is asked for. */
  readonly key: string | undefined
}

/**
 * Does a write in the caller's transaction, unless the same was done with the same key within a day: then its answer is given again, whatever has become of the record since.
 * Two that come together wait for each other. What fails is not remembered.
 * @throws invalid for a key that is none, conflict where the key was another request's
 */
export async function answeredOnce<T extends { readonly id: number }>(
  { tx, caller, ctx, path, body, key }: Request,
  write: () => Promise<WriteAnswer<T>>,
): Promise<WriteAnswer<T>> {
  if (key === undefined) return write()
  if (!KEY.test(key)) throw invalid({ 'Idempotency-Key': 'api.idempotency_key' })
  await sql`select pg_advisory_xact_lock(${KEY_LOCK}, hashtext(${`${caller.user_id} ${key}`}))`.execute(
    tx,
  )
  const digest = createHash('sha256')
    .update(JSON.stringify([path, body]))
    .digest()
  const since = new Date(ctx.now() - DAY)
  const { rows } = await sql<WriteAnswer<T> & { readonly digest: Buffer }>`
    select digest, record, etag, made from answered_writes where user_id = ${caller.user_id} and key = ${key} and answered_at > ${since}`.execute(
    tx,
  )
  const [before] = rows
  if (before !== undefined) {
    if (!before.digest.equals(digest)) throw new Problem('conflict', 'api.other_request')
    return before
  }
  const answer = await write()
  const { record, etag, made: isMade } = answer
  await sql`
    insert into answered_writes (user_id, key, path, record_id, digest, record, etag, made, answered_at)
    values (${caller.user_id}, ${key}, ${path}, ${record.id}, ${digest}, ${JSON.stringify(record)}, ${etag}, ${isMade}, ${new Date(ctx.now())})
    on conflict (user_id, key) do update set path = excluded.path, record_id = excluded.record_id, digest = excluded.digest, record = excluded.record,
      etag = excluded.etag, made = excluded.made, answered_at = excluded.answered_at`.execute(tx)
  return answer
}

/** Forgets the answers of a record that is to be erased. @param path of the endpoint that made it */
export async function forgetAnswers(tx: Tx, path: string, record_id: number): Promise<void> {
  await sql`delete from answered_writes where path = ${path} and record_id = ${record_id}`.execute(
    tx,
  )
}

/** Forgets what is older than a key is good for. */
export async function forgetOldAnswers({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await sql`delete from answered_writes where answered_at <= ${new Date(now() - DAY)}`.execute(db)
}
