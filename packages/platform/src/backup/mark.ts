// A mark: a digest of every table at one place of the database's write-ahead log, to compare a database that was restored to that place.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { CliEnvironment } from '../cli.ts'
import { lockAt, session } from './create.ts'
import { BackupError } from './manifest.ts'
import { type Table, tablesOf } from './tables.ts'

/** Number of rows of a table and the sum of their hashes as text, which is the same for the same rows in any order. */
type Digest = readonly [rows: number, sum: string]
export type Digests = Readonly<Record<string, Digest>>
export interface Mark {
  readonly marked_at: Date
  /** The place in the log: everything before it was committed and is in the digests, nothing after it is. */
  readonly lsn: string
  /** The segment of the log that must be kept for the mark. */
  readonly segment: string
  readonly tables: Digests
}

/**
 * Lock timeouts. The first tries end before PostgreSQL looks for deadlocks (`deadlock_timeout`, 1 s) and ends a transaction of others; only when they
 * have not helped, the lock is waited for long enough to make a vacuum give way.
 */
const PATIENT = { lock: '800ms', tries: 5 } as const
const STUBBORN = '1200ms'
/** Longest time that writers wait for the mark, ms. */
const HELD_MS = 3_000
const TRIES_MS = 60_000
const TELL_MS = 5_000

/**
 * While a commit waits for its standby, the rows that are committed and those that are visible differ. Writers are therefore held for some
 * milliseconds:
 * then one place in the log corresponds to one snapshot, which is read afterwards without holding anybody.
 */
export async function markNow(
  url: string,
  { note, signal }: Pick<CliEnvironment, 'note' | 'signal'>,
): Promise<Mark> {
  const [holder, reader] = [await session(url, signal), await session(url, signal)]
  try {
    const { rows } = await whileNobodyWrites(reader, async () => {
      await holder.query('begin isolation level repeatable read read only')
      return holder.query<{ marked_at: Date; lsn: string; segment: string; snapshot: string }>(
        `select clock_timestamp() as marked_at, pg_current_wal_insert_lsn()::text as lsn, pg_walfile_name(pg_current_wal_insert_lsn()) as segment, pg_export_snapshot() as snapshot`,
      )
    })
    const { snapshot = '', marked_at = new Date(), lsn = '', segment = '' } = rows[0] ?? {}
    const tables: Record<string, Digest> = {}
    const all = await tablesOf(holder)
    let reportedAt = performance.now()
    for (const [index, table] of all.entries()) {
      // Each table is locked only while it is read, so that retention need not wait for the other tables.
      if (!(await lockAt(reader, snapshot, table))) continue
      tables[table.name] = await digestOf(reader, table)
      await reader.query('commit')
      if (performance.now() - reportedAt < TELL_MS) continue
      reportedAt = performance.now()
      note(`${index + 1} of ${all.length} tables are counted`)
    }
    return { marked_at, lsn, segment, tables }
  } finally {
    await Promise.all([holder.end(), reader.end()])
  }
}

async function whileNobodyWrites<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' order by 1`,
  )
  const deadline = performance.now() + TRIES_MS
  for (let tries = 1; ; tries++) {
    await client.query(
      `begin; set local lock_timeout = '${tries > PATIENT.tries ? STUBBORN : PATIENT.lock}'; set local statement_timeout = ${HELD_MS}`,
    )
    try {
      await client.query(`lock table ${rows.map(r => r.name).join(', ')} in share mode`)
      return await work()
    } catch (error) {
      if (!/^(55P03|40P01|57014)$/.test(String((error as { code?: unknown }).code))) throw error
      if (performance.now() > deadline)
        throw new BackupError(
          'Some transaction writes for longer than a minute (pg_stat_activity says whose): no moment was found at which nobody does. Try again later',
        )
    } finally {
      await client.query('rollback')
    }
    await pause(Math.min(100 * tries, 2_000))
  }
}

async function digestOf(client: pg.Client, { name }: Pick<Table, 'name'>): Promise<Digest> {
  const { rows } = await client.query<{ rows: number; sum: string }>(
    `select count(*)::float8 as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum from ${pg.escapeIdentifier(name)} t`,
  )
  return [rows[0]?.rows ?? 0, rows[0]?.sum ?? '']
}

/** The differences between a database and a mark; empty: every row is the same. */
export async function differencesFromMark(
  client: pg.Client,
  { tables }: Pick<Mark, 'tables'>,
  note: (line: string) => void,
): Promise<string[]> {
  const there = new Set((await tablesOf(client)).map(t => t.name))
  const differences: string[] = []
  let reportedAt = performance.now()
  const markedTables = Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [index, [name, [rows, sum]]] of markedTables.entries()) {
    if (!there.has(name)) {
      differences.push(`${name}: ${rows} rows, and no such table in the restored one`)
      continue
    }
    const [count, otherSum] = await digestOf(client, { name })
    if (count !== rows) differences.push(`${name}: ${rows} rows, ${count} in the restored one`)
    else if (otherSum !== sum) differences.push(`${name}: as many rows (${rows}), but others`)
    if (performance.now() - reportedAt < TELL_MS) continue
    reportedAt = performance.now()
    note(`${index + 1} of ${markedTables.length} tables are compared`)
  }
  return differences
}
