// Checks that a backup is complete by reading all of it, and that a database holds the same rows.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { BackupReader } from './container.ts'
import { newerVersionError } from './container.ts'
import { type BackedTable, BackupError, filePart, tablePart } from './manifest.ts'
import { type Buckets, bucketsOf, differingBuckets, RowCounter, rowsOnlyIn } from './rows.ts'
import { type RedactedColumns, readRows } from './tables.ts'

/** Compares every part with the manifest; throws for the first that differs. */
export async function checkWhole(
  { path, manifest, part }: BackupReader,
  {
    known: knownMigrations,
    signal,
  }: { readonly known?: ReadonlySet<string>; readonly signal?: AbortSignal } = {},
): Promise<void> {
  if (knownMigrations && manifest.migrations.some(name => !knownMigrations.has(name)))
    throw newerVersionError(path, manifest.version)
  const check = async (
    name: string,
    what: string,
    expected: { readonly bytes: number; readonly digest: string; readonly rows?: number },
  ) => {
    const counter = new RowCounter()
    try {
      await pipeline(await part(name), counter.resume(), { signal })
    } catch (error) {
      throw error instanceof BackupError || signal?.aborted ? error : damageError(path, what)
    }
    if (
      counter.bytes !== expected.bytes ||
      counter.digest() !== expected.digest ||
      (expected.rows ?? counter.rows) !== counter.rows
    )
      throw damageError(path, what)
  }
  for (const table of manifest.tables)
    await check(tablePart(table.name), `table ${table.name}`, table)
  for (const { name, bytes, digest } of manifest.files)
    await check(filePart(name), name, { bytes, digest })
}
const damageError = (path: string, what: string) =>
  new BackupError(
    `${path} is damaged: ${what} is not what was written (its digest is another one). Nothing was changed`,
  )

export interface Difference {
  readonly table: string
  /** Number of rows in the backup and in the database; null: the database lacks the table or columns. */
  readonly rows: number
  readonly found: number | null
  /** The beginnings of rows that only the backup has, and of those that only the database has. */
  readonly missing: readonly string[]
  readonly foreign: readonly string[]
}

/**
 * Tables to which a restore adds rows: the entry of this backup, and the migrations since an older version. They must contain all rows of the backup
 * and may contain others.
 */
const ADDED_TO: ReadonlySet<string> = new Set(['backups', 'migrations'])

/** Compares row by row, in bounded memory and in any order; rows that a restore itself adds are no difference. */
export async function differences(
  { manifest, part }: BackupReader,
  client: pg.Client,
  withheld: RedactedColumns = {},
): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const table of manifest.tables) {
    const difference = await compare(table, () => part(tablePart(table.name)), client, withheld)
    if (difference) differences.push(difference)
  }
  return differences
}

async function compare(
  table: BackedTable,
  open: () => Promise<Readable>,
  client: pg.Client,
  withheld: RedactedColumns,
): Promise<Difference | null> {
  const backupBuckets = await bucketsOf(await open())
  let there: Buckets
  try {
    there = await bucketsOf(readRows(client, table, withheld))
  } catch (error) {
    if (!/^42(P01|703)$/.test(String((error as { code?: unknown }).code))) throw error
    return { table: table.name, rows: backupBuckets.rows, found: null, missing: [], foreign: [] }
  }
  const buckets = differingBuckets(backupBuckets, there)
  if (buckets.size === 0) return null
  const { here, there: foreign } = await rowsOnlyIn(
    await open(),
    readRows(client, table, withheld),
    buckets,
  )
  if (here.length === 0 && ADDED_TO.has(table.name)) return null
  return { table: table.name, rows: backupBuckets.rows, found: there.rows, missing: here, foreign }
}
