// A consistent copy of a database in operation: every table as it was at the same moment, although each is locked only while it is read.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { CliEnvironment } from '../cli.ts'
import { newClient } from '../primary.ts'
import { SECRETS_FILE } from '../seal.ts'
import type { Recipient } from './age-keys.ts'
import { type BackupWriter, writeBackup } from './container.ts'
import {
  type BackedTable,
  BackupError,
  FORMAT,
  filePart,
  type Manifest,
  tablePart,
} from './manifest.ts'
import {
  type RedactedColumns,
  readRows,
  sequencesOf,
  type Table,
  tablesOf,
  usePlainFormats,
} from './tables.ts'

/** Files of the data directory that belong to the installation as much as its database does. */
export const KEPT_FILES: readonly string[] = ['register.key', SECRETS_FILE]

const TELL_MS = 5_000

export interface BackupOptions {
  /** Of a role that may read everything. */
  readonly url: string
  readonly dataDir: string
  readonly path: string
  /** Public keys that the backup is encrypted for; default: it is not encrypted. */
  readonly recipients?: readonly Recipient[]
  /** Columns whose values are left out or replaced. */
  readonly withheld?: RedactedColumns
}

interface TablesAsk {
  /** The exported snapshot at which the tables are read. */
  readonly snapshot: string
  readonly tables: readonly Table[]
  readonly withheld: RedactedColumns
}
/** Writes the rows of the tables; a table that was dropped since the snapshot is left out. */
async function putTables(
  writer: BackupWriter,
  reader: pg.Client,
  { snapshot, tables, withheld }: TablesAsk,
  note: CliEnvironment['note'],
): Promise<BackedTable[]> {
  let reportedAt = performance.now()
  const backedTables: BackedTable[] = []
  for (const table of tables) {
    if (!(await lockAt(reader, snapshot, table))) {
      note(`${table.name} is gone: its month is not kept any more`)
      continue
    }
    const part = await writer.put(tablePart(table.name), readRows(reader, table, withheld))
    await reader.query('commit')
    backedTables.push({ ...table, columns: [...table.columns], ...part })
    if (performance.now() - reportedAt < TELL_MS) continue
    reportedAt = performance.now()
    note(`${backedTables.length} of ${tables.length} tables, ${megabytes(backedTables)}`)
  }
  return backedTables
}

async function putFiles(writer: BackupWriter, dataDir: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = []
  for (const name of KEPT_FILES) {
    const file = join(dataDir, name)
    if (!(await stat(file).catch(() => null))) continue
    const { bytes, digest } = await writer.put(filePart(name), createReadStream(file))
    files.push({ name, bytes, digest })
  }
  return files
}

export async function createBackup(
  { url, dataDir, path, recipients = [], withheld = {} }: BackupOptions,
  { version, note, signal }: Pick<CliEnvironment, 'version' | 'note' | 'signal'>,
): Promise<Manifest> {
  if (await stat(path).catch(() => null))
    throw new BackupError(`${path} is there already: give another name`)
  const holder = await session(url, signal)
  const reader = await session(url, signal)
  try {
    // This session keeps the snapshot open and locks no table.
    await holder.query('begin isolation level repeatable read read only')
    const { rows } = await holder.query<{ snapshot: string; at: Date }>(
      'select pg_export_snapshot() as snapshot, clock_timestamp() as at',
    )
    const { snapshot = '', at: marked_at = new Date() } = rows[0] ?? {}
    const tables = await tablesOf(holder)
    const before = await migrationsOf(holder)
    const jobs = await jobsOf(holder)
    return await writeBackup(path, recipients, async writer => {
      const backedTables = await putTables(writer, reader, { snapshot, tables, withheld }, note)
      const files = await putFiles(writer, dataDir)
      // A snapshot does not hide later changes of the schema, so the migrations are compared again.
      const after = await migrationsOf(reader)
      if (after.join() !== before.join())
        throw new BackupError(
          'The database was changed by another version meanwhile: make the backup again. Nothing was written',
        )
      return {
        format: FORMAT,
        version,
        marked_at: marked_at.toISOString(),
        made_at: new Date().toISOString(),
        migrations: before,
        tables: backedTables,
        // Sequences are read after the rows: some numbers may be skipped, but none is given twice.
        sequences: await sequencesOf(reader),
        jobs,
        files,
      }
    })
  } finally {
    await Promise.all([holder.end(), reader.end()])
  }
}

export const megabytes = (parts: readonly { readonly bytes: number }[]): string =>
  `${Math.ceil(parts.reduce((sum, p) => sum + p.bytes, 0) / 1e6)} MB`

export async function session(url: string, signal?: AbortSignal): Promise<pg.Client> {
  const client = newClient(url, { application_name: 'flotta backup', keepAlive: true })
  // Running queries report the error themselves.
  client.on('error', () => {})
  signal?.addEventListener('abort', () => void client.end(), { once: true })
  await client.connect()
  await usePlainFormats(client)
  return client
}

/** Locks a table in a transaction of its own, which ends with the table, so that nobody waits for the other tables. False: the table was dropped. */
export async function lockAt(
  client: pg.Client,
  snapshot: string,
  { name }: Table,
): Promise<boolean> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`)
  try {
    await client.query(`lock table ${pg.escapeIdentifier(name)} in access share mode`)
    return true
  } catch (error) {
    await client.query('rollback')
    if ((error as { code?: unknown }).code === '42P01') return false
    throw error
  }
}

async function migrationsOf(client: pg.Client): Promise<string[]> {
  const result = await client.query(`select to_regclass('public.migrations') is not null as there`)
  if (result.rows[0]?.there !== true)
    throw new BackupError('The database is empty: there is nothing to keep')
  return (
    await client.query<{ name: string }>('select name from migrations order by name')
  ).rows.map(r => r.name)
}

/** Only the queue's data about the product's tasks, because the queue's own tables change with its version. */
async function jobsOf(client: pg.Client): Promise<Manifest['jobs']> {
  const { rows } = await client.query<{ task_id: string; run_at: Date }>(
    `select key as task_id, run_at from graphile_worker.jobs where key is not null and attempts < max_attempts order by id`,
  )
  return rows.map(({ task_id, run_at }) => ({ task_id, run_at: run_at.toISOString() }))
}
