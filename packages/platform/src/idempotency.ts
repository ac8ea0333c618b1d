// Writes that a client may repeat: requests with the same `Idempotency-Key` within a day are executed once and get the same answer (api.71,
// commands.39).
import { createHash } from 'node:crypto'
import { invalid, Problem } from '@flotta/core/problem.ts'
import { DAY } from '@flotta/core/time.ts'
import { sql } from 'kysely'
import type { Tx } from './db.ts'
import type { Caller, Context } from './feature.ts'

const KEY = /^[!-~]{1,200}$/
/** First key of the advisory locks. */
const KEY_LOCK = 7_106_009

/** The answer of a write; `made` false: the record existed already. */
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
  /** The header as received; undefined: every request is executed. */
  readonly key: string | undefined
}

/**
 * Executes a write in the caller's transaction, unless it was executed with the same key within a day: then the stored answer is returned, even when
 * the record has changed since.
 * Of two simultaneous requests the second waits for the first. Failures are not stored.
 * @throws invalid when the key is malformed, conflict when it was used for another request
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

/** Deletes the stored answers about a record that is to be erased. @param path path of the endpoint that created the record */
export async function forgetAnswers(tx: Tx, path: string, record_id: number): Promise<void> {
  await sql`delete from answered_writes where path = ${path} and record_id = ${record_id}`.execute(
    tx,
  )
}

/** Deletes stored answers whose keys have expired. */
export async function forgetOldAnswers({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await sql`delete from answered_writes where answered_at <= ${new Date(now() - DAY)}`.execute(db)
}
