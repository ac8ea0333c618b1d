// Backups of an external database by pgBackRest: a mark stores what the database holds, and a restored database is compared with it.
import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { session } from '@flotta/platform/backup/create.ts'
import { BackupError } from '@flotta/platform/backup/manifest.ts'
import { differencesFromMark, type Mark, markNow } from '@flotta/platform/backup/mark.ts'
import {
  backupBefore,
  type Repository,
  type RepositoryBackup,
  reaches,
  readRepository,
  restoreCommand,
  restoreFiles,
} from '@flotta/platform/backup/pgbackrest.ts'
import { programsFor, startTemporaryServer } from '@flotta/platform/backup/scratch.ts'
import type { CliEnvironment } from '@flotta/platform/cli.ts'
import type { Db } from '@flotta/platform/db.ts'
import { openDb, openPool } from '@flotta/platform/db.ts'
import { diskSpaceOf } from '@flotta/platform/disk.ts'
import { canEnter, unprivilegedAccount } from '@flotta/platform/postgres/binaries.ts'
import { give } from '@flotta/platform/postgres/files.ts'
import { markBefore, noteBackup, storeMark } from './queries.ts'

export interface VerifyOptions {
  readonly stanza: string
  readonly scratch: string
  /** The time to restore to; undefined: now. */
  readonly at: string | undefined
  readonly configuration: string | undefined
  readonly programs: string | undefined
}

/** Our configuration archives at least once a minute (`archive_timeout`). */
const MAX_ARCHIVE_WAIT_MS = 180_000

const urlOf = ({ config }: CliEnvironment): string => {
  if (config.DATABASE_URL === undefined)
    throw new BackupError(
      'DATABASE_URL is not set: the embedded database is kept as files (flotta backup create, verify, restore)',
    )
  return config.DATABASE_URL
}
async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = openPool(url, { max: 1, application: 'flotta backup' })
  try {
    return await work(openDb(pool))
  } finally {
    await pool.end()
  }
}

/** Stores digests of what the database holds now, so that a later restore to this moment can be compared with them. */
export async function markDatabase(surroundings: CliEnvironment): Promise<unknown> {
  return summary(await newMark(urlOf(surroundings), surroundings))
}
async function newMark(url: string, surroundings: CliEnvironment): Promise<Mark> {
  const client = await session(url, surroundings.signal)
  const { rows } = await client
    .query<{ there: boolean }>(`select to_regclass('public.backup_marks') is not null as there`)
    .finally(() => client.end())
  if (!rows[0]?.there)
    throw new BackupError(
      'The database is empty, or older than this version, and has no place for a mark yet: run "flotta migrate" first',
    )
  const newestMark = await markNow(url, surroundings)
  await withDb(url, db => storeMark(db, newestMark))
  return newestMark
}
const summary = ({ marked_at, lsn, tables }: Mark) => ({
  marked_at,
  lsn,
  tables: Object.keys(tables).length,
  rows: Object.values(tables).reduce((sum, [rows]) => sum + rows, 0),
})

/** Restores to a mark beside the running database and compares the two. The restored files are removed, unless the two differ. */
export async function verifyExternal(
  options: VerifyOptions,
  surroundings: CliEnvironment,
): Promise<unknown> {
  const { note, signal } = surroundings
  const url = urlOf(surroundings)
  const account = await unprivilegedAccount()
  const repository: Repository = {
    stanza: options.stanza,
    configuration: options.configuration,
    account,
  }
  const before = await readRepository(repository, signal)
  const into = resolve(options.scratch)
  await requireEmptyDirectory(into, account)
  const programs = await programsFor(url, options.programs)
  const mark =
    options.at === undefined
      ? await newMark(url, surroundings)
      : await findEarlierMark(url, new Date(options.at))
  note(
    `Marked ${mark.marked_at.toISOString()}: ${summary(mark).rows} rows of ${Object.keys(mark.tables).length} tables`,
  )
  const backup = backupBefore(before, mark.lsn)
  if (!backup)
    throw new BackupError(
      `No backup of ${options.stanza} is older than ${mark.marked_at.toISOString()}: a restore begins with one. Give a later --at, or none`,
    )
  await requireDiskSpace(into, backup)
  await waitForArchive(repository, mark, url, surroundings)
  const work = join(into, `flotta-${randomBytes(4).toString('hex')}`)
  await give(work, account)
  for (const name of ['files', 'tablespaces']) await give(join(work, name), account)
  let differ = false
  try {
    const began = performance.now()
    note(`Restoring ${backup.label} to ${work}`)
    await restoreFiles(repository, backup, { lsn: mark.lsn, into: work }, signal)
    const { pathname, username } = new URL(url.replace(/,[^/?]*/, ''))
    const scratch = await startTemporaryServer(
      {
        into: work,
        programs,
        account,
        restore: restoreCommand(repository, work),
        database: decodeURIComponent(pathname.slice(1)),
        user: decodeURIComponent(username),
      },
      signal,
    )
    const restoreSeconds = (performance.now() - began) / 1_000
    try {
      const differences = await differencesFromMark(scratch.client, mark, note)
      differ = differences.length > 0
      if (differ)
        throw new BackupError(
          [
            `Restored to ${mark.marked_at.toISOString()} from ${backup.label}, the database is another one (its files are kept in ${work}):`,
            ...differences.map(line => `  ${line}`),
          ].join('\n'),
        )
    } finally {
      await scratch.stop()
    }
    const place = `pgBackRest ${options.stanza} ${backup.label}, restored and compared`
    await withDb(url, db => noteBackup(db, { marked_at: mark.marked_at, way: 'restored', place }))
    return { backup: backup.label, ...summary(mark), seconds: Math.round(restoreSeconds) }
  } finally {
    if (!differ) await rm(work, { recursive: true, force: true })
  }
}

async function findEarlierMark(url: string, at: Date): Promise<Mark> {
  const earlierMark = await withDb(url, db => markBefore(db, at))
  if (!earlierMark)
    throw new BackupError(
      `Nothing was marked until ${at.toISOString()}: what the database held then is not known. "flotta backup mark" marks what it holds now`,
    )
  return earlierMark
}

async function requireEmptyDirectory(
  into: string,
  account: Parameters<typeof canEnter>[1],
): Promise<void> {
  const there = await readdir(into).catch(() => null)
  if (there === null)
    throw new BackupError(
      `There is no directory ${into}: make one with room for the whole database, of the account that PostgreSQL runs as`,
    )
  if (there.length > 0)
    throw new BackupError(`${into} is not empty: give an empty directory. Nothing was changed`)
  if (!(await canEnter(into, account)))
    throw new BackupError(
      `${into} cannot be entered by the account that PostgreSQL runs as: give it away (chown postgres). Nothing was changed`,
    )
}
async function requireDiskSpace(into: string, { label, size }: RepositoryBackup): Promise<void> {
  const { free } = await diskSpaceOf(into)
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
  if (free < 1.1 * size)
    throw new BackupError(
      `${into} has room for ${gigabytes(free)}, and ${label} needs ${gigabytes(1.1 * size)}: give another directory`,
    )
}

/** Waits until a segment of the log is in the archive. A segment is archived when it is full or after a while; a superuser can close it at once. */
async function waitForArchive(
  repository: Repository,
  { segment }: Mark,
  url: string,
  { note, signal }: CliEnvironment,
): Promise<void> {
  const there = async () => reaches((await readRepository(repository, signal)).archived, segment)
  if (await there()) return
  const client = await session(url, signal)
  await client.query('select pg_switch_wal()').catch(() => {})
  await client.end()
  note(`Waiting until ${segment} of the log is in the archive`)
  const deadline = performance.now() + MAX_ARCHIVE_WAIT_MS
  while (!(await there())) {
    if (performance.now() > deadline)
      throw new BackupError(
        `${segment} of the log did not reach the archive within ${MAX_ARCHIVE_WAIT_MS / 60_000} minutes: look at archive_mode, archive_command and archive_timeout, and "pgbackrest check"`,
      )
    await pause(500, undefined, { signal })
  }
}
