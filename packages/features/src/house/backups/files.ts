// Backups of the embedded database as files: creating, restoring and verifying them.
import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openBackup } from '@flotta/platform/backup/container.ts'
import { createBackup, megabytes, session } from '@flotta/platform/backup/create.ts'
import { BackupError, type Manifest } from '@flotta/platform/backup/manifest.ts'
import { restoreBackup } from '@flotta/platform/backup/restore.ts'
import { restoreInto } from '@flotta/platform/backup/restore-into.ts'
import type { RestoreOptions } from '@flotta/platform/backup/restore-options.ts'
import { checkWhole, type Difference, differences } from '@flotta/platform/backup/verify.ts'
import { type CliEnvironment, UsageError } from '@flotta/platform/cli.ts'
import { openDb, openPool } from '@flotta/platform/db.ts'
import { type EmbeddedPostgres, startPostgres } from '@flotta/platform/postgres.ts'
import { readIdentities, recipientsOf } from './keys.ts'
import { lastBackup, noteBackup } from './queries.ts'
import { renewWithheld, withheldColumns } from './withheld.ts'

const EXTERNAL_DATABASE =
  'DATABASE_URL is set: that database is kept by its own tools, which can also go back to any second (deploy/postgres/README.md: pgBackRest), whose restore "flotta backup verify --stanza" compares. This command copies the embedded one'

function embeddedOnly({ config }: CliEnvironment): void {
  if (config.DATABASE_URL !== undefined) throw new BackupError(EXTERNAL_DATABASE)
}

/** Works with the database of the data directory, which a server may be using at the same time. Throws BackupError where there is none. */
async function withDatabase<T>(
  { config, note }: CliEnvironment,
  work: (postgres: EmbeddedPostgres) => Promise<T>,
): Promise<T> {
  if (!(await stat(join(config.FLOTTA_DATA_DIR, 'postgres.json')).catch(() => null)))
    throw new BackupError(
      `There is no database in ${resolve(config.FLOTTA_DATA_DIR)}: set FLOTTA_DATA_DIR to the directory of the installation`,
    )
  const postgres = await startPostgres({ dataDir: config.FLOTTA_DATA_DIR, note })
  try {
    return await work(postgres)
  } finally {
    await postgres.leave()
  }
}

const summary = (path: string, { marked_at, version, tables }: Manifest) => ({
  file: path,
  marked_at,
  version,
  tables: tables.length,
  rows: tables.reduce((sum, t) => sum + t.rows, 0),
})

/**
 * @param target a new file, or a directory in which the file is named by its time
 * @param keep how many of the newest files that were named so stay in the directory; undefined: all
 * @param recipient public keys, separated by commas, that the backup is encrypted for; undefined: those of the settings
 */
export async function createBackupFile(
  target: string,
  surroundings: CliEnvironment,
  {
    keep,
    recipient,
  }: { readonly keep?: number | undefined; readonly recipient?: string | undefined } = {},
): Promise<unknown> {
  embeddedOnly(surroundings)
  const recipients = recipientsOf(recipient, surroundings)
  const into = (await stat(target).catch(() => null))?.isDirectory() ? target : null
  if (keep !== undefined && into === null)
    throw new UsageError(
      '--keep counts the backups of a directory: give one that is there instead of a file',
    )
  return withDatabase(surroundings, async ({ url }) => {
    const path =
      into === null
        ? target
        : join(into, `flotta-${timeStamp(new Date())}.zip${recipients.length > 0 ? '.age' : ''}`)
    const manifest = await createBackup(
      {
        url,
        dataDir: surroundings.config.FLOTTA_DATA_DIR,
        path,
        recipients,
        withheld: withheldColumns,
      },
      surroundings,
    )
    await recordBackup(url, { marked_at: new Date(manifest.marked_at), place: resolve(path) })
    const { size } = await stat(path)
    const removedFiles = into === null || keep === undefined ? [] : await removeOlder(into, keep)
    return {
      ...summary(path, manifest),
      size: megabytes([{ bytes: size }]),
      encrypted: recipients.length > 0,
      ...(keep !== undefined && { removed: removedFiles }),
    }
  })
}

/** The names that `createBackupFile` gives; sorted, they are in the order of their times. */
const BACKUP_NAME = /^flotta-\d{4}-\d\d-\d\dT\d{6}Z\.zip(\.age)?$/
/** Removes older files. It is called when the new backup is complete, and not before. */
async function removeOlder(dir: string, keep: number): Promise<string[]> {
  const old = (await readdir(dir))
    .filter(name => BACKUP_NAME.test(name))
    .sort()
    .slice(0, -keep)
  for (const name of old) await rm(join(dir, name))
  return old
}
const timeStamp = (at: Date): string =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')

/** A database of an older version has no table for this record yet; then nothing is recorded. */
async function recordBackup(
  url: string,
  backup: { readonly marked_at: Date; readonly place: string },
): Promise<void> {
  const pool = openPool(url, { max: 1, application: 'flotta backup' })
  try {
    const { rows } = await pool.query<{ there: boolean }>(
      `select to_regclass('public.backups') is not null as there`,
    )
    if (rows[0]?.there) await noteBackup(openDb(pool), { ...backup, way: 'file' })
  } finally {
    await pool.end()
  }
}

/**
 * Restores into the empty database that DATABASE_URL names, else into the embedded database of an empty data directory.
 * @param identity file of the private keys, for an encrypted backup
 */
export async function restoreBackupFile(
  path: string,
  surroundings: CliEnvironment,
  identity?: string,
): Promise<unknown> {
  const { DATABASE_URL: url, FLOTTA_DATA_DIR: dataDir } = surroundings.config
  const options: RestoreOptions = {
    ...surroundings,
    identities: await readIdentities(identity),
    makeMonth: (client, parent, month) =>
      parent === 'register_rows'
        ? client.query('select create_register_month($1)', [month])
        : client.query('select create_month($1, $2)', [parent, month]),
    async last(db, { marked_at }) {
      await renewWithheld(db)
      await noteBackup(db, { marked_at: new Date(marked_at), way: 'file', place: resolve(path) })
    },
  }
  const manifest = await (url === undefined
    ? restoreBackup({ path, dataDir }, options)
    : restoreInto({ path, url, dataDir }, options))
  return summary(path, manifest)
}

/** Checks that a backup is complete, and with `compare` that it equals the database. Throws BackupError where it does not. */
export async function verifyBackupFile(
  {
    file,
    compare,
    identity,
  }: {
    readonly file?: string | undefined
    readonly compare: boolean
    readonly identity?: string | undefined
  },
  surroundings: CliEnvironment,
): Promise<unknown> {
  if (file === undefined) embeddedOnly(surroundings)
  const path = file ?? (await withDatabase(surroundings, findLastFile))
  const reader = await openBackup(path, await readIdentities(identity))
  try {
    await checkWhole(reader, surroundings)
    if (!compare) return summary(path, reader.manifest)
    const differencesWith = async (url: string) => {
      const client = await session(url, surroundings.signal)
      try {
        return await differences(reader, client, withheldColumns)
      } finally {
        await client.end()
      }
    }
    const databaseUrl = surroundings.config.DATABASE_URL
    const differingTables =
      databaseUrl === undefined
        ? await withDatabase(surroundings, ({ url }) => differencesWith(url))
        : await differencesWith(databaseUrl)
    if (differingTables.length > 0)
      throw new BackupError(
        [`${path} and the database differ:`, ...differingTables.map(differenceText)].join('\n'),
      )
    return summary(path, reader.manifest)
  } finally {
    reader.close()
  }
}

const MAX_EXAMPLES = 5
const differenceText = ({ table, rows, found, missing, foreign }: Difference): string =>
  found === null
    ? `  ${table}: its columns are others`
    : `  ${table}: ${rows} rows, ${found} in the database; ${missing.length} only in the backup${examplesText(missing)}, ${foreign.length} only in the database${examplesText(foreign)}`
const examplesText = (rows: readonly string[]): string =>
  rows.length === 0
    ? ''
    : ` (${rows.slice(0, MAX_EXAMPLES).join('; ')}${rows.length > MAX_EXAMPLES ? '; …' : ''})`

async function findLastFile({ url }: EmbeddedPostgres): Promise<string> {
  const pool = openPool(url, { max: 1, application: 'flotta backup' })
  try {
    const last = await lastBackup(openDb(pool))
    if (last?.way !== 'file')
      throw new BackupError('No backup was made here yet: give the path of a file')
    return last.place
  } finally {
    await pool.end()
  }
}
