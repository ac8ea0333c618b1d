// Restores a backup as the database of an empty data directory: it is loaded under another name, migrated to this version, and then renamed.
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { openDataDir } from '../data-dir.ts'
import { openDb, openPool } from '../db.ts'
import { takeLock } from '../lock-file.ts'
import { type Migrations, migrate } from '../migrations.ts'
import { startPostgres } from '../postgres.ts'
import { addJob } from '../queue.ts'
import { prepareQueue } from '../queue-runner.ts'
import { type BackupReader, openBackup } from './container.ts'
import { megabytes, session } from './create.ts'
import { loadRows, makeMonths, withoutIndexes } from './load-rows.ts'
import { BackupError, filePart, type Manifest } from './manifest.ts'
import type { RestoreOptions } from './restore-options.ts'
import { tablesOf } from './tables.ts'
import { checkWhole } from './verify.ts'

/** Name of the database while it is loaded; one that an interrupted restore left behind is made anew. */
const BESIDE = 'flotta_restoring'

/** Throws BackupError, in a line that says why, when nothing was done. */
export async function restoreBackup(
  { path, dataDir }: { readonly path: string; readonly dataDir: string },
  options: RestoreOptions,
): Promise<Manifest> {
  return withWholeBackup({ path, dataDir }, options, async (reader, home) => {
    const postgres = await startPostgres({ dataDir: home, note: options.note })
    try {
      await mustBeEmpty(
        postgres.url,
        `${dataDir} holds data already: restore into an empty directory (FLOTTA_DATA_DIR). Nothing was changed`,
      )
      await load(reader, { owner: postgres.url, admin: postgres.adminUrl }, options)
      await putFiles(reader, home)
      await putInPlace(postgres.adminUrl)
    } finally {
      await postgres.leave()
    }
  })
}

/** Checks the whole backup, then runs the work while no server can start on the data directory, which must hold no files of another installation. */
export async function withWholeBackup(
  { path, dataDir }: { readonly path: string; readonly dataDir: string },
  {
    migrations,
    note,
    signal,
    identities,
  }: Pick<RestoreOptions, 'migrations' | 'note' | 'signal' | 'identities'>,
  work: (reader: BackupReader, home: string) => Promise<void>,
): Promise<Manifest> {
  const reader = await openBackup(path, identities)
  try {
    const { manifest } = reader
    note(`Reading ${path} of ${manifest.marked_at} (${megabytes(manifest.tables)} of rows)`)
    await checkWhole(reader, { known: new Set(Object.keys(migrations).map(nameOf)), signal })
    const home = await openDataDir(dataDir)
    const lock = await takeLock(home, 'server')
    if (!lock)
      throw new BackupError(
        `Flotta runs on the data directory ${dataDir}: end it first. Nothing was changed`,
      )
    try {
      await mustBeFree(reader, home)
      await work(reader, home)
    } finally {
      await lock.release()
    }
    return manifest
  } finally {
    reader.close()
  }
}

/** The migrations that made the tables of a backup, to make the same tables; later migrations are applied to the loaded rows. */
export function migrationsOf(
  { migrations: appliedNames }: Manifest,
  migrations: Migrations,
): Migrations {
  const theirs = new Set(appliedNames)
  return Object.fromEntries(Object.entries(migrations).filter(([path]) => theirs.has(nameOf(path))))
}

const nameOf = (path: string): string => path.split('/').at(-1) ?? path
const to = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href

/** Throws when a file of the backup exists already: it belongs to another installation. */
async function mustBeFree({ manifest, part }: BackupReader, home: string): Promise<void> {
  for (const { name } of manifest.files) {
    const there = await readFile(join(home, name)).catch(() => null)
    if (there !== null && !there.equals(await bytesOf(await part(filePart(name)))))
      throw new BackupError(
        `${join(home, name)} is another one than the backup’s: restore into an empty directory. Nothing was changed`,
      )
  }
}
async function bytesOf(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function mustBeEmpty(url: string, otherwise: string): Promise<void> {
  const client = await session(url)
  try {
    if ((await tablesOf(client)).length > 0) throw new BackupError(otherwise)
  } finally {
    await client.end()
  }
}

async function load(
  reader: BackupReader,
  urls: { readonly owner: string; readonly admin: string },
  options: RestoreOptions,
): Promise<void> {
  const { manifest } = reader
  const { migrations } = options
  await asAdmin(urls.admin, async admin => {
    await admin.query(`drop database if exists ${BESIDE} with (force)`)
    await admin.query(
      `create database ${BESIDE} owner ${pg.escapeIdentifier(new URL(urls.owner).username)}`,
    )
  })
  const pool = openPool(to(urls.owner, BESIDE), { max: 2, application: 'flotta restore' })
  try {
    await migrate(pool, migrationsOf(manifest, migrations), { first: () => prepareQueue(pool) })
    await loadBeside(reader, urls, options)
    for (const { task_id, run_at } of manifest.jobs)
      await addJob(openDb(pool), task_id, Date.parse(run_at))
    await migrate(pool, migrations)
    await options.last?.(openDb(pool), manifest)
    await pool.query('analyze')
  } finally {
    await pool.end()
  }
}

async function loadBeside(
  reader: BackupReader,
  urls: { readonly owner: string; readonly admin: string },
  options: RestoreOptions,
): Promise<void> {
  const client = await session(to(urls.admin, BESIDE), options.signal)
  try {
    // Triggers are off while rows are loaded, because their effects are in the backup already. The application's role owns the tables.
    await client.query(
      "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '256MB'",
    )
    await client.query(`set role ${pg.escapeIdentifier(new URL(urls.owner).username)}`)
    await makeMonths(reader.manifest, client, options)
    await loadRows(reader, client, options, (table, load) => withoutIndexes(client, table, load))
  } finally {
    await client.end()
  }
}

/** Writes each file completely and to the disk before there is a database that needs it. */
export async function putFiles({ manifest, part }: BackupReader, home: string): Promise<void> {
  for (const { name } of manifest.files) {
    const file = join(home, name)
    if (await stat(file).catch(() => null)) continue
    const bytes = await bytesOf(await part(filePart(name)))
    const next = await open(`${file}.new`, 'w', 0o600)
    try {
      await next.writeFile(bytes)
      await next.sync()
    } finally {
      await next.close()
    }
    await rename(`${file}.new`, file)
    await rm(`${file}.new`, { force: true })
  }
}

/** Renames the loaded database. From here on the installation exists; before, the directory was as good as empty. */
async function putInPlace(adminUrl: string): Promise<void> {
  const database = new URL(adminUrl).pathname.slice(1)
  await asAdmin(adminUrl, async admin => {
    await admin.query('checkpoint')
    await admin.query(`drop database if exists ${pg.escapeIdentifier(database)} with (force)`)
    await admin.query(`alter database ${BESIDE} rename to ${pg.escapeIdentifier(database)}`)
  })
}

async function asAdmin(
  adminUrl: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = await session(to(adminUrl, 'postgres'))
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
