// The embedded PostgreSQL on directories in any condition: new, of an older version, interrupted while they were made.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isTransient } from './db.ts'
import { binaries, unprivilegedAccount } from './postgres/binaries.ts'
import { logSince } from './postgres/postmaster.ts'
import { type EmbeddedPostgres, isStopping, startPostgres } from './postgres.ts'

let dir: string
let postgres: EmbeddedPostgres | null
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'flotta-postgres-'))
  chmodSync(dir, 0o755)
  postgres = null
})
afterEach(async () => {
  await postgres?.stop()
  rmSync(dir, { recursive: true, force: true })
})
const small = { shared_buffers: '16MB', max_wal_size: '64MB', min_wal_size: '32MB' }
const open = async (options: Partial<Parameters<typeof startPostgres>[0]> = {}) =>
  startPostgres({ dataDir: dir, settings: small, ...options })

async function ask<R extends pg.QueryResultRow>(url: string, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(sql)).rows
  } finally {
    await client.end()
  }
}
const rights = (url: string) =>
  ask(
    url,
    `select rolname, rolsuper, rolcreaterole, rolcreatedb, pg_get_userbyid(datdba) as owner from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  )
const plain = [
  { rolname: 'flotta', rolsuper: false, rolcreaterole: false, rolcreatedb: false, owner: 'flotta' },
]

test('the embedded database keeps its data, makes the application its plain owner, and has the same address and secrets at the next start, or another port where that one is taken [installation.7]', async () => {
  postgres = await open()
  expect(
    await ask(
      postgres.url,
      `select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'on'`,
    ),
  ).toHaveLength(3)
  expect(await rights(postgres.url)).toEqual(plain)
  await ask(postgres.url, 'create extension btree_gist')
  const { url } = postgres
  await postgres.stop()
  postgres = await open()
  expect(postgres.url).toBe(url)
  await postgres.stop()
  const occupant = net.createServer().listen(Number(new URL(url).port), '127.0.0.1')
  await once(occupant, 'listening')
  postgres = await open()
  occupant.close()
  expect(new URL(postgres.url).port).not.toBe(new URL(url).port)
  expect(await rights(postgres.url)).toEqual(plain)
})

test('a directory of an older version, whose application was the superuser, is changed once, and keeps all data', async () => {
  await olderDirectory()
  postgres = await open()
  expect(await rights(postgres.url)).toEqual(plain)
  // The application owns what it made, so it may change and drop it.
  await ask(
    postgres.url,
    `insert into t (kind) values ('a'); select f(); alter table t add column more int; create table p2 partition of p for values in (2); alter sequence s restart;
     drop view v; drop function f; drop table t, p; drop type mood`,
  )
  expect(
    await ask(
      postgres.adminUrl,
      `select rolname::text as name from pg_roles where rolname !~ '^pg_' order by 1`,
    ),
  ).toEqual([{ name: 'flotta' }, { name: 'postgres' }])
  await postgres.stop()
  postgres = await open()
  expect(await rights(postgres.url)).toEqual(plain)
})

/** A directory as older versions left it, with one object of each kind. */
async function olderDirectory(): Promise<void> {
  const account = await unprivilegedAccount()
  const native = await binaries(account)
  const files = join(dir, 'postgres')
  mkdirSync(files, { mode: 0o700 })
  const pwfile = join(dir, 'pw')
  writeFileSync(pwfile, 'old-password')
  if (account.uid !== undefined) execFileSync('chown', [`${account.uid}`, files, pwfile])
  execFileSync(
    join(native, 'bin/initdb'),
    [
      '-D',
      files,
      '-U',
      'flotta',
      `--pwfile=${pwfile}`,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C',
    ],
    {
      ...account,
      cwd: '/',
      stdio: 'ignore',
    },
  )
  const secrets = join(dir, 'postgres.json')
  writeFileSync(secrets, JSON.stringify({ port: 0, password: 'old-password' }))
  // It runs with its old roles, which nobody has changed yet.
  const log = join(dir, 'older.log')
  const start = [
    '-D',
    files,
    '-w',
    '-l',
    log,
    '-o',
    `-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c shared_buffers=16MB -p 0`,
  ]
  writeFileSync(log, '')
  if (account.uid !== undefined) execFileSync('chown', [`${account.uid}`, log])
  const port = await (await import('./postgres.ts')).freePort()
  start[start.length - 1] =
    `-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c shared_buffers=16MB -p ${port}`
  execFileSync(join(native, 'bin/pg_ctl'), ['start', ...start], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  })
  const url = `postgres://flotta:old-password@127.0.0.1:${port}`
  await ask(`${url}/postgres`, 'create database flotta')
  await ask(
    `${url}/flotta`,
    `create extension btree_gist; create type mood as enum ('a', 'b'); create sequence s;
     create table t (id int generated always as identity primary key, n serial, kind mood); create view v as select * from t;
     create table p (k int) partition by list (k); create table p1 partition of p for values in (1);
     create function f() returns int language sql as 'select 1'`,
  )
  execFileSync(join(native, 'bin/pg_ctl'), ['stop', '-D', files, '-w', '-m', 'fast'], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  })
  expect(readFileSync(secrets, 'utf8')).not.toContain('admin')
}

test('a first start that was cut off begins again', async () => {
  mkdirSync(join(dir, 'postgres.new'))
  writeFileSync(join(dir, 'postgres.new/PG_VERSION'), '17\n')
  postgres = await open()
  expect(await rights(postgres.url)).toEqual(plain)
})

test('a leftover file that names a living process of somebody else does not prevent the start', async () => {
  postgres = await open()
  const file = join(dir, 'postgres/postmaster.pid')
  const lines = readFileSync(file, 'utf8').split('\n')
  const dead = postgres
  process.kill(dead.pid, 'SIGKILL')
  await dead.stop()
  writeFileSync(file, [String(process.ppid), ...lines.slice(1)].join('\n'))
  postgres = await open()
  expect(await rights(postgres.url)).toEqual(plain)
})

test('two processes that start it at the same moment share one, which stops when the last of them leaves', async () => {
  const servers = await Promise.all([open(), open()])
  postgres = servers[0]
  expect(servers[0].url).toBe(servers[1].url)
  expect(servers[0].pid).toBe(servers[1].pid)
  await servers[0].leave()
  expect(await rights(servers[1].url)).toEqual(plain)
  // A process that joins while the last one leaves gets a running database.
  const [, third] = await Promise.all([servers[1].leave(), open()])
  expect(await rights(third.url)).toEqual(plain)
  await third.leave()
  await expect(rights(third.url)).rejects.toThrow(/ECONNREFUSED/)
})

test('a crash is found in the log, however much follows it', async () => {
  const log = join(dir, 'postgres.log')
  const after = Array.from(
    { length: 50 },
    (_, i) => `FATAL: the database system is in recovery mode ${i}`,
  )
  writeFileSync(
    log,
    [
      'LOG: before',
      'LOG: server process (PID 7) was terminated by signal 9: Killed',
      ...after,
      '',
    ].join('\n'),
  )
  expect(await logSince(log, 0, /was terminated by signal/)).toBe(
    'LOG: server process (PID 7) was terminated by signal 9: Killed',
  )
  expect((await logSince(log, 0)).split('\n')).toEqual(after.slice(-8))
})

test('a stopping database is recognised by the error at its client, and other errors are not taken for it', async () => {
  postgres = await open()
  const asking = new pg.Client({ connectionString: postgres.url })
  asking.on('error', () => {})
  await asking.connect()
  await ask(
    postgres.adminUrl,
    `select pg_terminate_backend(${(await asking.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid})`,
  )
  const errors = [
    await asking.query('select 1').catch((e: unknown) => e),
    await asking.query('select 1').catch((e: unknown) => e),
  ]
  expect(errors.map(error => [isStopping(error), isTransient(error)])).toEqual([
    [true, true],
    [true, true],
  ])
  await asking.end().catch(() => {})
  expect(await asking.query('select 1').catch(isStopping)).toBe(true)
  expect(await ask(postgres.url, 'select nothing').catch(isStopping)).toBe(false)
})
