// Brings the schema of the database to the version of this program: each migration once, in the order of their names, and no other order.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Pool } from './db.ts'

const MIGRATION_LOCK = 7_106_001
/** How long a migration waits for the lock of a table. Then it gives up, so that it does not block all later queries. */
const LOCK_TIMEOUT = '10s'

/** The database has contracting migrations that this version does not know. */
export class NewerSchema extends Error {
  constructor(names: readonly string[]) {
    super(
      `The database was changed by a newer Flotta (${names.join(', ')}): this version would not understand it. Start the newer one`,
    )
  }
}
/** The schema lacks migrations of this version. */
export class OlderSchema extends Error {
  constructor(names: readonly string[]) {
    super(
      `The database is older than this version (${names.join(', ')}): run "flotta migrate", or leave FLOTTA_MIGRATE unset`,
    )
  }
}

/** A migration has a file name that sorts before one that has run already, so new and upgraded installations would run them in different orders. */
export class MigrationOrderError extends Error {
  constructor(name: string, newest: string) {
    super(
      `The migration ${name} sorts before ${newest}, which has run already: give it a later name`,
    )
  }
}
/** Migrations up to this name were published before the rule about their order. Installations that miss some of them still apply them. */
export const LAST_UNORDERED_MIGRATION = '20261130_0801_api_answered_writes.sql'

/** Path → SQL text. */
export type Migrations = Readonly<Record<string, string>>
const nameOf = (path: string) => path.split('/').at(-1) ?? path
/** Whether a migration contracts: it has a line that begins with `-- contract`, and the previous version cannot run after it. All others expand, and both versions can run. */
export const contracts = (sql: string): boolean => /^-- contract\b/m.test(sql)

export interface Migrating {
  readonly lockTimeout?: string
  /** Receives a line when another process is migrating. */
  note?(line: string): void
  /** Runs before the migrations, in one process at a time. */
  first?(): Promise<void>
}

/**
 * Applies each migration once, in the order of its file name, each in a transaction of its own, under one advisory lock.
 * @returns the names that were applied now
 */
export async function migrate(
  pool: Pool,
  migrations: Migrations,
  { lockTimeout = LOCK_TIMEOUT, note, first }: Migrating = {},
): Promise<string[]> {
  const appliedNow: string[] = []
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1) as mine',
      [MIGRATION_LOCK],
    )
    if (rows[0]?.mine !== true) {
      note?.('Another process prepares the database: this one waits for it')
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    }
    await prepareList(client)
    await first?.()
    const appliedNames = await appliedTo(client)
    refuseNewer(appliedNames, migrations)
    refuseWrongOrder(appliedNames, migrations)
    for (const [path, sql] of inOrder(migrations)) {
      if (appliedNames.has(nameOf(path))) continue
      try {
        await client.query('begin')
        await client.query(`set local lock_timeout = '${lockTimeout}'`)
        await apply(client, path, sql)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      }
      appliedNow.push(nameOf(path))
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {})
    client.release()
  }
  return appliedNow
}

/** Applies the missing migrations within the caller's transaction, all or none. Servers that start meanwhile wait for its end. */
export async function migrateWithin(client: pg.ClientBase, migrations: Migrations): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  await prepareList(client)
  const appliedNames = await appliedTo(client)
  refuseWrongOrder(appliedNames, migrations)
  for (const [path, sql] of inOrder(migrations))
    if (!appliedNames.has(nameOf(path))) await apply(client, path, sql)
}

const inOrder = (migrations: Migrations) =>
  Object.entries(migrations).sort(([a], [b]) => (nameOf(a) < nameOf(b) ? -1 : 1))

/** Applies one migration and adds its row to the list. */
async function apply(client: pg.ClientBase, path: string, sql: string): Promise<void> {
  try {
    await client.query(sql)
    await client.query('insert into migrations (name, contracts) values ($1, $2)', [
      nameOf(path),
      contracts(sql),
    ])
    await client.query(`select pg_notify('changed', '{"table":"migrations"}')`)
  } catch (error) {
    throw Object.assign(
      new Error(
        `migration ${nameOf(path)}: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      ),
      {
        code: (error as { code?: unknown }).code,
      },
    )
  }
}

/** Creates the list of migrations. A row without the mark counts as a contraction, which older versions refuse. */
async function prepareList(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now(), contracts boolean not null default true)',
  )
  // Checked first, because changing a table waits for its readers, for instance a backup.
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'contracts'`,
  )
  if (!rowCount)
    await client.query('alter table migrations add column contracts boolean not null default true')
}

/** Throws NewerSchema when another version has changed the database meanwhile, OlderSchema when it lacks migrations of this one. */
export async function checkSchema(pool: Pool, migrations: Migrations): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('migrations') is not null as there`,
  )
  const appliedNames = rows[0]?.there === true ? await appliedTo(pool) : new Map<string, boolean>()
  refuseNewer(appliedNames, migrations)
  refuseWrongOrder(appliedNames, migrations)
  const missing = Object.keys(migrations)
    .map(nameOf)
    .filter(name => !appliedNames.has(name))
    .sort()
  if (missing.length > 0)
    throw new OlderSchema(
      missing.length > 3 ? [...missing.slice(0, 3), `and ${missing.length - 3} more`] : missing,
    )
}

const WAIT_MS = 500
/** Resolves when another process has brought the schema to this version; throws NewerSchema. */
export async function untilMigrated(
  pool: Pool,
  migrations: Migrations,
  note: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (let isReported = false; ; isReported = true) {
    try {
      return await checkSchema(pool, migrations)
    } catch (error) {
      if (!(error instanceof OlderSchema)) throw error
      if (!isReported) note(`${error.message}. This process waits for it`)
    }
    await pause(WAIT_MS, undefined, { signal })
  }
}

/** Name → whether it contracts. */
async function appliedTo(client: Pick<pg.ClientBase, 'query'>): Promise<Map<string, boolean>> {
  const { rows } = await client.query<{
    row: { readonly name: string; readonly contracts?: boolean }
  }>('select to_jsonb(m) as row from migrations m')
  return new Map(rows.map(({ row }) => [row.name, row.contracts !== false]))
}

function refuseNewer(appliedNames: ReadonlyMap<string, boolean>, migrations: Migrations): void {
  const names = new Set(Object.keys(migrations).map(nameOf))
  const unknownNames = [...appliedNames]
    .flatMap(([name, breaks]) => (breaks && !names.has(name) ? [name] : []))
    .sort()
  if (unknownNames.length > 0) throw new NewerSchema(unknownNames)
}

function refuseWrongOrder(
  appliedNames: ReadonlyMap<string, boolean>,
  migrations: Migrations,
): void {
  const newest = [...appliedNames.keys()].sort().at(-1)
  if (newest === undefined) return
  const late = Object.keys(migrations)
    .map(nameOf)
    .sort()
    .find(name => !appliedNames.has(name) && name > LAST_UNORDERED_MIGRATION && name < newest)
  if (late !== undefined) throw new MigrationOrderError(late, newest)
}
