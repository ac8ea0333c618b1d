// A backup is made while records arrive, restored into an empty directory and compared; the product then continues on it without a difference.

import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  createBackupFile,
  restoreBackupFile,
  verifyBackupFile,
} from '@flotta/features/house/backups/files.ts'
import { makeKey } from '@flotta/features/house/backups/keys.ts'
import { lastBackup } from '@flotta/features/house/backups/queries.ts'
import { migrations } from '@flotta/features/migrations.ts'
import { beginSession } from '@flotta/features/people/auth/sessions.ts'
import { makeToken } from '@flotta/features/people/auth/tokens.ts'
import { invite } from '@flotta/features/people/users/links.ts'
import { auditVehicle } from '@flotta/features/reports/register/audit-vehicle.ts'
import { keepRegister } from '@flotta/features/reports/register/jobs.ts'
import { trustedKeys } from '@flotta/features/reports/register/keys.ts'
import { identitiesOf } from '@flotta/platform/backup/age-keys.ts'
import { openBackup } from '@flotta/platform/backup/container.ts'
import { createBackup } from '@flotta/platform/backup/create.ts'
import { restoreInto } from '@flotta/platform/backup/restore-into.ts'
import type { CliEnvironment } from '@flotta/platform/cli.ts'
import { type Config, readConfig } from '@flotta/platform/config.ts'
import { openPool, type Pool } from '@flotta/platform/db.ts'
import { takeLock } from '@flotta/platform/lock-file.ts'
import { migrate } from '@flotta/platform/migrations.ts'
import { freePort, startPostgres } from '@flotta/platform/postgres.ts'
import { prepareQueue } from '@flotta/platform/queue-runner.ts'
import { type TestDatabase, testDatabase } from '@flotta/platform/testing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Company, makeCompanies, signIn } from './bench/fleet.ts'
import { until } from './bench/harness.ts'
import { anyDevicePorts } from './bench/ports.ts'
import { removeDirectory, temporaryDirectory } from './bench/product.ts'
import { openPlatform, type Platform } from './context.ts'
import { compareRows, derivedOf } from './faults/compare.ts'
import { type Devices, startDevices } from './faults/devices.ts'
import { type Server, startServer } from './server.ts'

const DAY = 86_400_000
const VEHICLES = 6
const root = temporaryDirectory('backup')
const [before, after] = [join(root, 'before'), join(root, 'after')]
const file = join(root, 'flotta.zip')
const notes: string[] = []

const configOf = async (dir: string): Promise<Config> =>
  readConfig({
    FLOTTA_DATA_DIR: dir,
    FLOTTA_HTTP_PORT: String(await freePort()),
    ...anyDevicePorts,
    FLOTTA_DEMO: '0',
    FLOTTA_REPLAY_QUIET: '1',
    FLOTTA_LOG_LEVEL: 'silent',
  })
const around = (config: Config): CliEnvironment => ({
  config,
  version: '1.0.0',
  migrations,
  note: line => notes.push(line),
  signal: new AbortController().signal,
})
async function product(config: Config): Promise<{
  readonly platform: Platform
  readonly server: Server
  readonly pool: Pool
  stop(): Promise<void>
}> {
  const platform = await openPlatform(config, {
    application: 'backup',
    say: (_, words) => words.key,
    note: () => undefined,
  })
  const server = await startServer(platform.ctx)
  return {
    platform,
    server,
    pool: platform.ctx.pool,
    async stop() {
      await server.stop()
      await platform.close()
    },
  }
}
const portOf = (server: Server): number =>
  server.gateway?.addresses.get('teltonika')?.tcp?.port ?? 0

let company: Company
let config: Config
let first: Awaited<ReturnType<typeof product>>
let devices: Devices
/** A vehicle of another company, with a temperature register of three days. */
let cold = 0
beforeAll(async () => {
  mkdirSync(before)
  config = await configOf(before)
  const postgres = await startPostgres({ dataDir: before })
  company = (await makeCompanies(postgres.url, [VEHICLES]))[0] as Company
  first = await product(config)
  await postgres.leave()
  cold = await coldVehicle(first.pool)
  await keepRegister(first.platform.ctx)
  await first.pool.query(
    `insert into tasks (kind, payload, most_attempts) values ('nobody', '{}', 3)`,
  )
  await first.pool.query(
    `select graphile_worker.add_job(identifier => kind, payload => json_build_object('task_id', id), run_at => '2100-01-01', job_key => id::text) from tasks where kind = 'nobody'`,
  )
  devices = startDevices({
    port: portOf(first.server),
    count: VEHICLES,
    records: 4,
    every: 5,
    from: Date.now() - 2 * DAY,
    step: 5_000,
  })
})
afterAll(async () => {
  devices?.stop()
  await first?.stop()
  removeDirectory(root)
})

async function coldVehicle(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `with c as (insert into customers (name, configurations) values ('Frigo', '{"t_check": "1"}') returning id),
     v as (insert into vehicles (customer_id, plate, vehicle_type) select id, 'FR001GO', 'R' from c returning id, customer_id),
     a as (insert into vehicle_agreements (vehicle_id, customer_id, agreement_id, active_from) select id, customer_id, 3, now() - interval '1 year' from v),
     s as (insert into vehicle_state (vehicle_id, version, message_datetime, seq, updated_at) select id, 1, now(), 0, now() from v)
     select id from v`,
  )
  const id = rows[0]?.id ?? 0
  await pool.query(
    `insert into readings (message_datetime, vehicle_id, seq, kind, data)
     select at, $1, 0, 'temperature', '{"T1": -18.4, "T2": null, "T3": null, "T4": null}' from generate_series(now() - interval '3 days', now(), interval '5 minutes') at`,
    [id],
  )
  return id
}

/** A checksum of each table, computed without the code that copies tables. */
async function contents(pool: Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' order by 1`,
  )
  const contents: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: sums } = await pool.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as sum from ${name} t`,
    )
    contents[name] = sums[0]?.sum ?? ''
  }
  return contents
}
/** Triggers, partitions, keys and generated columns; without indexes, which are built anew, and without the months that a server creates and drops. */
const shape = async (pool: Pool): Promise<string[]> =>
  (
    await pool.query<{ line: string }>(
      `select format('trigger %s %s %s', tgrelid::regclass, tgname, tgenabled) as line from pg_trigger where not tgisinternal
       union all select format('table %s %s %s %s', c.oid::regclass, c.relkind, c.relispartition, pg_get_userbyid(c.relowner)) from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S', 'i', 'I')
       union all select format('index %s', pg_get_indexdef(indexrelid)) from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace
       union all select format('column %s %s %s %s', attrelid::regclass, attname, attidentity, attgenerated) from pg_attribute a join pg_class c on c.oid = a.attrelid
         where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
       order by 1`,
    )
  ).rows.flatMap(r => (/_cc(old|new)/.test(r.line) || PAST.test(r.line) ? [] : [r.line]))
const month = new Date().toISOString().slice(0, 7).replace('-', '')
const PAST = new RegExp(`_(?!${month})\\d{6}`)
/** The restored database before a server has worked on it. */
async function withRestoredDatabase(work: (pool: Pool) => Promise<void>): Promise<void> {
  const postgres = await startPostgres({ dataDir: after })
  const pool = openPool(postgres.url, { max: 2, application: 'backup' })
  try {
    await work(pool)
  } finally {
    await pool.end()
    await postgres.leave()
  }
}

/** Tables that arriving records change. */
const FLOWING =
  /^(positions|readings|vehicle_state|vehicle_changes|trips|incidents|incident_|checkpoints|replays|late_days|quarantine|deliver|storage_probe|driver_|geo|backups|task_runners|connections|devices|register_|gateways|unclaimed|arrivals|changed_records)/

describe('a backup that was made while records arrived', () => {
  test('is complete, is of one moment, and is restored row by row [installation.41]', async () => {
    await until('records', () => devices.acknowledgements > 20, { every: 10 })
    await createBackupFile(file, around(config))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const flowed = devices.acknowledgements
    await until('records after it', () => devices.acknowledgements > flowed + 20, { every: 10 })
    await devices.finish()

    const there = around({ ...config, FLOTTA_DATA_DIR: after })
    expect(await restoreBackupFile(file, there)).toMatchObject({ version: '1.0.0' })
    // Throws with the tables and rows that differ. The restored database alone has the record of the backup itself, which is no difference.
    expect(await verifyBackupFile({ file, compare: true }, there)).toMatchObject({
      file,
      version: '1.0.0',
    })
    expect(readFileSync(join(after, 'register.key'), 'utf8')).toBe(
      readFileSync(join(before, 'register.key'), 'utf8'),
    )
    // Records that arrived since the backup are a difference.
    await expect(verifyBackupFile({ file, compare: true }, around(config))).rejects.toThrow(
      /positions_\d+: \d+ rows/,
    )
    expect(notes.filter(note => note.startsWith('Reading '))).toHaveLength(1)
    // Long work reports its progress, for writing and for reading.
    for (const note of notes) expect(note).toMatch(/^(Reading |\d+ of \d+ tables)/)
  })

  test('is a working product: people sign in, the register verifies, devices send the rest of the records, late ones and repeats [installation.42]', async () => {
    await withRestoredDatabase(async pool => {
      const [old, restored] = [await contents(first.pool), await contents(pool)]
      const still = (all: Record<string, string>) =>
        Object.fromEntries(Object.entries(all).filter(([name]) => !FLOWING.test(name)))
      expect(still(restored)).toEqual(still(old))
      expect(Object.keys(still(restored)).length).toBeGreaterThan(40)
      expect(await shape(pool)).toEqual(await shape(first.pool))
    })
    const second = await product(await configOf(after))
    try {
      // The backup is of one moment: each vehicle's state has the vehicle's newest position.
      const { rows } = await second.pool.query<{ id: number }>(
        `select s.vehicle_id as id from vehicle_state s where s.vehicle_id = any($1)
           and s.message_datetime is distinct from (select max(p.message_datetime) from positions_of(s.vehicle_id, '-infinity', 'infinity') p)`,
        [company.vehicle_ids],
      )
      expect(rows).toEqual([])
      const { rows: jobs } = await second.pool.query<{ run_at: Date }>(
        `select j.run_at from graphile_worker.jobs j join tasks t on t.id::text = j.key where t.kind = 'nobody'`,
      )
      expect(jobs).toEqual([{ run_at: new Date('2100-01-01T00:00:00Z') }])
      expect(await lastBackup(second.platform.ctx.db)).toMatchObject({ way: 'file', place: file })

      expect(
        await signIn(`http://127.0.0.1:${second.platform.ctx.config.FLOTTA_HTTP_PORT}`, company),
      ).toMatch(/\S/)
      const { ctx } = second.platform
      expect(await auditVehicle(ctx, cold, { trusted: await trustedKeys(ctx) })).toMatchObject({
        fault: null,
      })
      await expect(second.pool.query('delete from register_days')).rejects.toThrow('only added to')

      const again = startDevices({
        port: portOf(second.server),
        count: VEHICLES,
        records: 4,
        every: 0,
        from: 0,
        step: 0,
        packets: devices.sent,
      })
      await again.finish()
      expect(await compareRows(second.pool, again, company.vehicle_ids)).toMatchObject({
        missing: [],
        doubled: [],
        foreign: [],
      })
      expect(await derivedOf(second.pool, company.vehicle_ids)).toEqual(
        await derivedOf(first.pool, company.vehicle_ids),
      )
      const { rows: made } = await second.pool.query<{ id: number }>(
        `insert into customers (name) values ('Nuova') returning id`,
      )
      expect(made[0]?.id).toBeGreaterThan(2)
    } finally {
      await second.stop()
    }
  })

  test('into a directory: the newest backups stay, and other files are not touched', async () => {
    const dir = join(root, 'nightly')
    mkdirSync(dir)
    const others = [
      'flotta-2026-01-01T020000Z.zip.txt',
      'mine.zip',
      'flotta-2026-01-03T020000Z.zip.part',
    ]
    const files = [
      'flotta-2026-01-01T020000Z.zip',
      'flotta-2026-01-02T020000Z.zip',
      'flotta-2026-01-03T020000Z.zip',
    ]
    for (const name of [...others, ...files]) writeFileSync(join(dir, name), '')
    const { file: newest, removed } = (await createBackupFile(dir, around(config), {
      keep: 2,
    })) as {
      file: string
      removed: string[]
    }
    expect(removed).toEqual(files.slice(0, 2))
    expect(readdirSync(dir).sort()).toEqual([...others, files[2], newest.split('/').at(-1)].sort())
    await expect(
      createBackupFile(join(dir, 'one.zip'), around(config), { keep: 2 }),
    ).rejects.toThrow(/--keep .* directory/)
  })

  test('is refused where it would do harm, and then nothing is changed [installation.43]', async () => {
    const changed = (name: string, change: (path: string) => void): string => {
      const path = join(root, name)
      copyFileSync(file, path)
      change(path)
      return path
    }
    const cut = changed('cut.zip', path => truncateSync(path, statSync(path).size - 1_000))
    const wrong = changed('wrong.zip', path => {
      const bytes = readFileSync(path)
      const at = bytes.indexOf('tables/positions_2') + 300
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at)
      writeFileSync(path, bytes)
    })
    const empty = { ...config, FLOTTA_DATA_DIR: join(root, 'none') }
    const cases: readonly (readonly [string, CliEnvironment, RegExp])[] = [
      [
        join(root, 'nothing.zip'),
        around(empty),
        /nothing\.zip cannot be read: there is no such file$/,
      ],
      [cut, around(empty), /cut\.zip is no whole backup of Flotta: it was cut short/],
      [wrong, around(empty), /wrong\.zip is damaged: table positions_\d+ is not what was written/],
      [file, { ...around(empty), migrations: {} }, /was made by a newer Flotta \(1\.0\.0\)/],
      [
        file,
        around({ ...config, FLOTTA_DATA_DIR: after }),
        /holds data already: restore into an empty directory/,
      ],
    ]
    for (const [path, there, why] of cases)
      await expect(restoreBackupFile(path, there)).rejects.toThrow(why)
    expect(() => statSync(join(root, 'none'))).toThrow('ENOENT')
    await expect(createBackupFile(file, around(config))).rejects.toThrow(/is there already/)
    await expect(createBackupFile(join(root, 'x.zip'), around(empty))).rejects.toThrow(
      /There is no database in /,
    )
  })
})

describe('the move to an external PostgreSQL', () => {
  let ownDatabase: TestDatabase
  const moved = join(root, 'moved')
  const movedConfig = async (): Promise<Config> => ({
    ...(await configOf(moved)),
    DATABASE_URL: ownDatabase.url,
  })
  beforeAll(async () => {
    ownDatabase = await testDatabase()
  })
  afterAll(() => ownDatabase?.close())

  /** Foreign keys and check constraints. */
  const constraints = async (pool: Pool): Promise<string[]> =>
    (
      await pool.query<{ line: string }>(
        `select format('%s %s %s %s', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) as line from pg_constraint
         where connamespace = 'public'::regnamespace and conparentid = 0 order by 1`,
      )
    ).rows.flatMap(r => (PAST.test(r.line) ? [] : [r.line]))
  const tables = async (): Promise<number> =>
    (
      await ownDatabase.pool.query<{ n: number }>(
        `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`,
      )
    ).rows[0]?.n ?? 0

  test('a failure leaves the database empty and names the table', async () => {
    const path = join(root, 'no-months.zip')
    copyFileSync(file, path)
    const environment = around(await movedConfig())
    const reader = {
      ...environment,
      makeMonth: () => Promise.resolve(),
      last: () => Promise.resolve(),
    }
    await expect(
      restoreInto({ path, url: ownDatabase.url, dataDir: moved }, reader),
    ).rejects.toThrow(/positions_\d+/)
    expect(await tables()).toBe(0)
  })

  test('loads a backup into an empty database whose account owns nothing else, row by row', async () => {
    const { rows } = await ownDatabase.pool.query<{ super: boolean }>(
      'select rolsuper as super from pg_roles where rolname = current_user',
    )
    expect(rows).toEqual([{ super: false }])
    const there = around(await movedConfig())
    expect(await restoreBackupFile(file, there)).toMatchObject({ version: '1.0.0' })
    expect(await verifyBackupFile({ file, compare: true }, there)).toMatchObject({
      version: '1.0.0',
    })
    expect(readFileSync(join(moved, 'register.key'), 'utf8')).toBe(
      readFileSync(join(before, 'register.key'), 'utf8'),
    )
    const lasting = (lines: readonly string[]) => lines.filter(line => !/_\d{6}/.test(line))
    expect(lasting(await shape(ownDatabase.pool))).toEqual(lasting(await shape(first.pool)))
    expect(await constraints(ownDatabase.pool)).toEqual(await constraints(first.pool))
  })

  test('is refused where the database is not empty or cannot be reached, and then nothing is changed', async () => {
    const settings = await movedConfig()
    const customersBefore = await ownDatabase.pool.query('select count(*)::int as n from customers')
    const cases: readonly (readonly [Config, RegExp])[] = [
      [settings, /The database that DATABASE_URL names holds data already: .*empty/],
      [{ ...settings, DATABASE_URL: 'postgres://127.0.0.1:1/none' }, /ECONNREFUSED/],
      [{ ...settings, FLOTTA_DATA_DIR: before }, /Flotta runs on the data directory/],
    ]
    const server = await takeLock(before, 'server')
    for (const [there, why] of cases)
      await expect(restoreBackupFile(file, around(there))).rejects.toThrow(why)
    await server?.release()
    expect((await ownDatabase.pool.query('select count(*)::int as n from customers')).rows).toEqual(
      customersBefore.rows,
    )
    await expect(createBackupFile(join(root, 'own.zip'), around(settings))).rejects.toThrow(
      /DATABASE_URL is set: .*pgBackRest/,
    )
  })

  test('the moved database is a working product: people sign in, the register verifies, devices send the rest', async () => {
    const there = await product(await movedConfig())
    try {
      expect(
        await signIn(`http://127.0.0.1:${there.platform.ctx.config.FLOTTA_HTTP_PORT}`, company),
      ).toMatch(/\S/)
      const { ctx } = there.platform
      expect(await auditVehicle(ctx, cold, { trusted: await trustedKeys(ctx) })).toMatchObject({
        fault: null,
      })
      await expect(there.pool.query('delete from register_days')).rejects.toThrow('only added to')
      const { rows: jobs } = await there.pool.query<{ run_at: Date }>(
        `select j.run_at from graphile_worker.jobs j join tasks t on t.id::text = j.key where t.kind = 'nobody'`,
      )
      expect(jobs).toEqual([{ run_at: new Date('2100-01-01T00:00:00Z') }])
      const again = startDevices({
        port: portOf(there.server),
        count: VEHICLES,
        records: 4,
        every: 0,
        from: 0,
        step: 0,
        packets: devices.sent,
      })
      await again.finish()
      expect(await compareRows(there.pool, again, company.vehicle_ids)).toMatchObject({
        missing: [],
        doubled: [],
        foreign: [],
      })
      expect(await derivedOf(there.pool, company.vehicle_ids)).toEqual(
        await derivedOf(first.pool, company.vehicle_ids),
      )
    } finally {
      await there.stop()
    }
  })
})

describe('a backup in the wrong hands', () => {
  test('is read only with the private key, and holds no secret that opens the product', async () => {
    const [path, dir, key] = [
      join(root, 'sealed.zip.age'),
      join(root, 'sealed'),
      join(root, 'backup.key'),
    ]
    const { ctx } = first.platform
    const { rows } = await first.pool.query<{ id: number; email: string }>(
      `insert into users (customer_id, name, email, role) select min(id), 'Anna', 'anna@backup.example', 'view' from customers returning id, email`,
    )
    const anna = {
      id: rows[0]?.id ?? 0,
      email: rows[0]?.email ?? '',
      name: 'Anna',
      language: 'it' as const,
    }
    const invitation = await ctx.db.transaction().execute(tx => invite(ctx, tx, anna))
    const { token, cookie } = await beginSession(ctx.db, anna.id, '127.0.0.1', 'test', Date.now())
    const api = await makeToken(ctx, anna.id, {
      name: 'ERP',
      role: 'view',
      provider: false,
      days: 1,
    })
    const hash = 'h'.repeat(43)
    const { rows: reports } = await first.pool.query<{ id: number }>(
      `insert into reports (customer_id, requested_by, type, services, language, period_from, period_to, ready, hash, ended_at)
       select customer_id, id, 'temp', '', 'it', now() - interval '1 day', now(), 1, $2, now() from users where id = $1 returning id`,
      [anna.id, hash],
    )
    const link = `http://localhost/api/v1/reports/${reports[0]?.id}/link/${hash}`
    await first.pool.query(
      `insert into mails (recipient, subject, body, html) values ($1, 'Report', $2, $3)`,
      [anna.email, `Open it:\n${link}\nBye`, `<a href="${link}">Open</a>`],
    )
    const secrets = [
      /\/reset\/([\w-]+)\//.exec(invitation)?.[1] ?? '?',
      token.token,
      cookie.split('.')[1] ?? '?',
      api.token,
      hash,
    ]

    const { recipient } = (await makeKey(key)) as { recipient: string }
    expect(statSync(key).mode & 0o777).toBe(0o600)
    await expect(makeKey(key)).rejects.toThrow(/is there already/)
    expect(
      await createBackupFile(path, around({ ...config, FLOTTA_BACKUP_RECIPIENTS: [recipient] })),
    ).toMatchObject({ encrypted: true })
    expect(readFileSync(path).includes('manifest.json')).toBe(false)
    await expect(verifyBackupFile({ file: path, compare: false }, around(config))).rejects.toThrow(
      /is encrypted: give the file of its private key with --identity/,
    )
    await makeKey(`${key}2`)
    await expect(
      verifyBackupFile({ file: path, compare: false, identity: `${key}2` }, around(config)),
    ).rejects.toThrow(/is encrypted for another key/)
    await expect(
      createBackupFile(join(root, 'x.age'), around(config), { recipient: 'age1nobody' }),
    ).rejects.toThrow(/age1nobody is no public key/)
    expect(
      await verifyBackupFile({ file: path, compare: false, identity: key }, around(config)),
    ).toMatchObject({ version: '1.0.0' })

    const reader = await openBackup(path, identitiesOf(readFileSync(key, 'utf8')))
    for (const table of reader.manifest.tables) {
      const parts: Buffer[] = []
      for await (const part of await reader.part(`tables/${table.name}.copy`))
        parts.push(part as Buffer)
      const text = Buffer.concat(parts).toString()
      expect([table.name, secrets.filter(secret => text.includes(secret))]).toEqual([
        table.name,
        [],
      ])
    }
    reader.close()

    const there = around({ ...config, FLOTTA_DATA_DIR: dir })
    await restoreBackupFile(path, there, key)
    expect(
      await verifyBackupFile({ file: path, compare: true, identity: key }, there),
    ).toMatchObject({
      version: '1.0.0',
    })
    const restored = await startPostgres({ dataDir: dir })
    const pool = openPool(restored.url, { max: 1, application: 'backup' })
    try {
      const { rows: made } = await pool.query<{ hash: string }>(
        'select hash from reports where id = $1',
        [reports[0]?.id],
      )
      expect(made[0]?.hash).toMatch(/^[0-9a-f]{64}$/)
      const { rows: mails } = await pool.query<{ body: string; html: string }>(
        `select body, html from mails where recipient = $1 order by id`,
        [anna.email],
      )
      const all = mails.map(mail => `${mail.body} ${mail.html}`).join()
      expect([
        all.includes('http://localhost/reports\nBye'),
        all.includes('<a href="http://localhost/reports">'),
        /\/login\b/.test(all),
      ]).toEqual([true, true, true])
    } finally {
      await pool.end()
      await restored.stop()
    }
  })
})

/** Enough rows for their indexes to be built afterwards. */
const MANY = 20_000
describe('a backup of an older version', () => {
  test('becomes a database of this version, with its tables and rows migrated [installation.44]', async () => {
    const [path, dir] = [join(root, 'older.zip'), join(root, 'older')]
    const theirs = Object.fromEntries(
      Object.entries(migrations).filter(([name]) => (name.split('/').at(-1) ?? '') < '20261125'),
    )
    expect(Object.keys(migrations).length - Object.keys(theirs).length).toBeGreaterThan(10)
    const postgres = await startPostgres({ dataDir: before })
    const url = Object.assign(new URL(postgres.url), { pathname: '/older' }).href
    const pool = openPool(url, { max: 2, application: 'backup' })
    let rows: readonly unknown[]
    try {
      const admin = openPool(postgres.adminUrl, { max: 1, application: 'backup' })
      await admin.query('create database older owner flotta')
      await admin.end()
      await migrate(pool, theirs, { first: () => prepareQueue(pool) })
      await pool.query(`select create_month('positions', '2026-10-01')`)
      await pool.query(
        `with c as (insert into customers (name) values ('Vecchia') returning id), v as (insert into vehicles (customer_id, plate, vehicle_type) select id, 'VE000IA', 'T' from c returning id)
         insert into positions (vehicle_id, message_datetime, seq, latitude_e7, longitude_e7)
         select v.id, timestamptz '2026-10-01' + n * interval '1 minute', 0, n, n from v, generate_series(1, $1::int) n`,
        [MANY],
      )
      rows = (await pool.query('select id, customer_id, plate from vehicles order by id')).rows
      await createBackup({ url, dataDir: before, path }, { ...around(config), version: '0.9.0' })
    } finally {
      await pool.end()
      await postgres.leave()
    }
    const there = around({ ...config, FLOTTA_DATA_DIR: dir })
    expect(await restoreBackupFile(path, there)).toMatchObject({ version: '0.9.0' })
    expect(await verifyBackupFile({ file: path, compare: true }, there)).toMatchObject({
      version: '0.9.0',
    })
    const restored = await startPostgres({ dataDir: dir })
    const now = openPool(restored.url, { max: 2, application: 'backup' })
    try {
      expect(
        (await now.query('select id, customer_id, plate from vehicles order by id')).rows,
      ).toEqual(rows)
      expect(
        (
          await now.query(
            `select count(*)::int as n from positions where vehicle_id = 1 and message_datetime < '2026-10-02'`,
          )
        ).rows,
      ).toEqual([{ n: 1_439 }])
      // A server creates its own months, so they are not compared.
      const lasting = async (database: Pool) =>
        (await shape(database)).filter(line => !/_\d{6}/.test(line))
      expect(await lasting(now)).toEqual(await lasting(first.pool))
      expect(
        (
          await now.query(
            'select indexrelid::regclass from pg_index where not indisvalid or not indisready',
          )
        ).rows,
      ).toEqual([])
    } finally {
      await now.end()
      await restored.stop()
    }
  })
})
