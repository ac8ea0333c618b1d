// Restores a backup into an empty PostgreSQL of the operator in one transaction: either everything is restored, or the database stays as it was.
import type pg from 'pg'
import { databaseServer, serverFault } from '../database-server.ts'
import { dbOn, openPool } from '../db.ts'
import { migrateWithin } from '../migrations.ts'
import { addJob } from '../queue.ts'
import { prepareQueue } from '../queue-runner.ts'
import { session } from './create.ts'
import { loadRows, makeMonths } from './load-rows.ts'
import { BackupError, type Manifest } from './manifest.ts'
import { migrationsOf, putFiles, withWholeBackup } from './restore.ts'
import type { RestoreOptions } from './restore-options.ts'
import { tablesOf } from './tables.ts'

/**
 * The account of `url` need not be a superuser; it must own the database, or be allowed to make tables in its schema `public`.
 * @param dataDir directory for the files beside the database (the key of the register)
 * Throws BackupError, in a line that says why, when nothing was done.
 */
export function restoreInto(
  { path, url, dataDir }: { readonly path: string; readonly url: string; readonly dataDir: string },
  options: RestoreOptions,
): Promise<Manifest> {
  return withWholeBackup({ path, dataDir }, options, async (reader, home) => {
    const { manifest } = reader
    const client = await session(url, options.signal)
    try {
      await mustBeFit(client)
      // The queue makes its own tables in a schema of its own, and finds them again when the restore is repeated.
      await withQueue(url)
      await client.query(
        `begin; set local lock_timeout = '10s'; set local idle_in_transaction_session_timeout = 0`,
      )
      await migrateWithin(client, migrationsOf(manifest, options.migrations))
      await makeMonths(manifest, client, options)
      const attachments = await detach(client)
      await loadRows(reader, client, options)
      options.note('Every row is loaded; the keys between tables are checked')
      await attach(client, attachments)
      for (const { task_id, run_at } of manifest.jobs)
        await addJob(dbOn(client), task_id, Date.parse(run_at))
      await migrateWithin(client, options.migrations)
      await options.last?.(dbOn(client), manifest)
      await putFiles(reader, home)
      await client.query('commit')
      await client.query('analyze')
    } catch (error) {
      // The end of the connection would roll back as well; the connection may be lost already.
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      await client.end()
    }
  })
}

async function mustBeFit(client: pg.Client): Promise<void> {
  const wrong = serverFault(await databaseServer(client))
  if (wrong)
    throw new BackupError(`DATABASE_URL: ${wrong.says}. ${wrong.advice}. Nothing was changed`)
  if ((await tablesOf(client)).length > 0)
    throw new BackupError(
      'The database that DATABASE_URL names holds data already: make an empty one (createdb) and name that. Nothing was changed',
    )
  const { rows } = await client.query<{ account: string; may: boolean }>(
    `select current_user as account, has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as may`,
  )
  if (rows[0]?.may !== true)
    throw new BackupError(
      `DATABASE_URL: the account ${rows[0]?.account} may make no tables there: let it own the database (createdb --owner). Nothing was changed`,
    )
}

async function withQueue(url: string): Promise<void> {
  const pool = openPool(url, { max: 1, application: 'flotta restore' })
  try {
    await prepareQueue(pool)
  } finally {
    await pool.end()
  }
}

/** Triggers and foreign keys that are removed while the rows are loaded. */
interface Attachments {
  readonly keys: readonly {
    readonly table: string
    readonly name: string
    readonly definition: string
  }[]
  readonly triggers: readonly {
    readonly table: string
    readonly name: string
    readonly enabled: 'O' | 'A' | 'R'
  }[]
}

/** Only a superuser may disable the triggers of foreign keys, so the keys are dropped, and checked as a whole when they are added again. */
async function detach(client: pg.Client): Promise<Attachments> {
  const { rows: keys } = await client.query<Attachments['keys'][number]>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by oid`,
  )
  // A table comes before its monthly partitions, because its changes apply to them too.
  const { rows: triggers } = await client.query<Attachments['triggers'][number]>(
    `select t.tgrelid::regclass::text as table, quote_ident(t.tgname) as name, t.tgenabled as enabled from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and t.tgenabled <> 'D' and c.relnamespace = 'public'::regnamespace order by c.relispartition, t.oid`,
  )
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table, name } of triggers)
    await client.query(`alter table ${table} disable trigger ${name}`)
  return { keys, triggers }
}

const ENABLED = { O: 'enable', A: 'enable always', R: 'enable replica' } as const
async function attach(client: pg.Client, { keys, triggers }: Attachments): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { table, name, enabled } of triggers)
    await client.query(`alter table ${table} ${ENABLED[enabled]} trigger ${name}`)
}
