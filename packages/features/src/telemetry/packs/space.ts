// Returns the disk space that packing frees. A month's table ends where its last row lies, so the rows near the end are written again into free places near
// the begin, and VACUUM cuts the end off. VACUUM cuts only while nobody else wants the table and gives way to whoever waits; nothing else here locks more
// than the rows that it moves.
import type { Context } from '@flotta/platform/feature.ts'
import type { PoolClient } from 'pg'

const LOCK = 7_106_005
const PAGE = 8_192
/** About the bytes of a row's header and of its entry in the index. A table that takes much more is mostly empty. */
const HEAD_BYTES = 30
const KEY_BYTES = 80
/** Bytes of the columns of a table that was never analyzed. */
const USUAL_BYTES = 170
/** Bytes: a table or an index this small is left as it is. */
const LITTLE = 32 * PAGE
const MOST_ROUNDS = 6
/** Pages whose rows are moved by one statement, so that it stays short. */
const PAGES_AT_ONCE = 64

interface Partition {
  readonly name: string
  readonly key: string
  readonly bytes: number
  readonly key_bytes: number
  /** Rows as of the last VACUUM; below 0: never counted. */
  readonly rows: number
  readonly row_bytes: number
  /** Dead rows as far as they have been counted; recent deletions may be missing. */
  readonly dead: number
}
const PARTITIONS = `select c.relname as name, k.relname as key, pg_relation_size(c.oid)::float8 as bytes, pg_relation_size(k.oid)::float8 as key_bytes,
    c.reltuples::float8 as rows,
    ${HEAD_BYTES} + coalesce((select sum(s.avg_width)::float8 from pg_stats s where s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname), ${USUAL_BYTES}) as row_bytes, pg_stat_get_dead_tuples(c.oid)::float8 as dead
  from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_index x on x.indrelid = c.oid and x.indisprimary join pg_class k on k.oid = x.indexrelid
  where i.inhparent in ('positions'::regclass, 'readings'::regclass) order by 1`

const isMostlyEmpty = ({ bytes, rows, row_bytes }: Partition): boolean =>
  bytes > LITTLE && rows * row_bytes < bytes / 2
const hasEmptyKey = ({ key_bytes, rows }: Partition): boolean =>
  key_bytes > LITTLE && rows * KEY_BYTES < key_bytes / 2

/**
 * Shrinks tables; while one process does it, others return at once.
 * @param atOnce also tables that are not known to have lost rows
 */
export async function giveSpaceBack(
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  atOnce = false,
): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1) as mine',
      [LOCK],
    )
    if (rows[0]?.mine !== true) return
    try {
      // VACUUM pauses, so that it does not hold others up at the disk
      await client.query(`set vacuum_cost_delay = '2ms'; set lock_timeout = '10s'`)
      for (const { name } of await partitions(client))
        await shrink(client, name, atOnce).catch(error =>
          log.warn({ err: error, table: name }, 'the space of packed days is given back later'),
        )
    } finally {
      await client.query(
        `select pg_advisory_unlock(${LOCK}); reset vacuum_cost_delay; reset lock_timeout`,
      )
    }
  } finally {
    client.release()
  }
}

async function partitions(client: PoolClient, only?: string): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(PARTITIONS)
  return only === undefined ? rows : rows.filter(({ name }) => name === only)
}

async function shrink(client: PoolClient, name: string, atOnce: boolean): Promise<void> {
  let [now] = await partitions(client, name)
  if (now === undefined || now.bytes === 0) return
  if (!atOnce && now.dead === 0 && !isMostlyEmpty(now) && !hasEmptyKey(now)) return
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await client.query(
      `vacuum (analyze true, skip_locked true, truncate true, index_cleanup on) ${name}`,
    )
    const before = now.bytes
    ;[now] = await partitions(client, name)
    if (now === undefined || !isMostlyEmpty(now) || (round > 0 && now.bytes >= before)) break
    await moveRows(client, now)
  }
  if (now !== undefined && hasEmptyKey(now)) {
    // An interrupted run may have left this index.
    await client.query(`drop index concurrently if exists ${now.key}_ccnew`)
    await client.query(`reindex index concurrently ${now.key}`)
  }
}

/**
 * Writes the rows of the second half again, and the database puts them where there is room. The lock keeps out only transactions that look up stored records,
 * which would miss a row that moves meanwhile. New records are stored meanwhile.
 */
const moveText = (name: string): string => `with free as materialized (
    select vehicle_id from vehicle_state where vehicle_id in (select vehicle_id from ${name} where ctid >= $1::text::tid and ctid < $2::text::tid) for key share skip locked),
  gone as (delete from ${name} where ctid >= $1::text::tid and ctid < $2::text::tid and vehicle_id in (select vehicle_id from free) returning *)
  insert into ${name} select * from gone`

async function moveRows(client: PoolClient, { name, bytes }: Partition): Promise<void> {
  const pages = Math.ceil(bytes / PAGE)
  const first = Math.ceil(pages / 2)
  for (let page = pages - PAGES_AT_ONCE; page > first - PAGES_AT_ONCE; page -= PAGES_AT_ONCE)
    await client.query(moveText(name), [
      `(${Math.max(first, page)},0)`,
      `(${page + PAGES_AT_ONCE},0)`,
    ])
}
