// The files below deploy/postgres: their own programs accept them, and they agree with each other and with what Flotta needs.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readConfig } from '@flotta/platform/config.ts'
import { findTool } from '@flotta/platform/testing.tools.ts'
import { type TestDatabase, testDatabase } from '@flotta/platform/testing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { removeDirectory, temporaryDirectory } from './bench/product.ts'
import { root } from './faults/bundle.ts'

const run = promisify(execFile)
const file = (name: string) => join(root, 'deploy/postgres', name)
const contentOf = (name: string) => readFileSync(file(name), 'utf8')
const [patroni, haproxy, pgbackrest] = [
  findTool('patroni'),
  findTool('haproxy'),
  findTool('pgbackrest'),
]

interface Patroni {
  readonly restapi: { readonly connect_address: string }
  readonly postgresql: { readonly connect_address: string; readonly data_dir: string }
  readonly bootstrap: {
    readonly dcs: {
      readonly ttl: number
      readonly loop_wait: number
      readonly retry_timeout: number
      readonly synchronous_mode: boolean
      readonly synchronous_mode_strict: boolean
      readonly postgresql: { readonly parameters: Readonly<Record<string, string | number>> }
    }
  }
}
const cluster = parse(contentOf('patroni.yml')) as Patroni
const { dcs } = cluster.bootstrap
const portOf = (address: string) => address.split(':').at(-1)

let dir: string
let database: TestDatabase
beforeAll(async () => {
  dir = temporaryDirectory('deploy')
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  removeDirectory(dir)
})

test.skipIf(patroni === undefined)('Patroni finds nothing wrong with its file', async () => {
  await expect(
    run(patroni ?? '', ['--validate-config', file('patroni.yml')]),
  ).resolves.toMatchObject({ stdout: '' })
  const wrong = join(dir, 'wrong.yml')
  writeFileSync(
    wrong,
    contentOf('patroni.yml').replace('ttl:', 'tttl:').replace('  data_dir:', '  no_dir:'),
  )
  await expect(run(patroni ?? '', ['--validate-config', wrong])).rejects.toThrow()
})

test('nothing is acknowledged that stands on one machine, and who is primary is settled before a standby takes its place', () => {
  // A word that every version of Patroni knows; version 3 takes `quorum` for `false`.
  expect([dcs.synchronous_mode, dcs.synchronous_mode_strict]).toEqual([true, true])
  // A rule of Patroni itself.
  expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl)
})

test('PostgreSQL knows every parameter, and takes its value', async () => {
  const { parameters } = dcs.postgresql
  const { rows } = await database.pool.query<{
    name: string
    vartype: string
    unit: string | null
  }>('select name, vartype, unit from pg_settings where name = any($1)', [Object.keys(parameters)])
  expect(rows.map(r => r.name).sort()).toEqual(Object.keys(parameters).sort())
  for (const { name, vartype } of rows)
    expect([name, String(parameters[name])]).toEqual([
      name,
      expect.stringMatching(vartype === 'bool' ? /^(on|off)$/ : /\S/),
    ])
  // Six processes, doubled while they are replaced.
  expect(parameters.max_connections).toBeGreaterThanOrEqual(
    2 * 6 * (readConfig({}).databaseConnections + 3),
  )
})

test.skipIf(haproxy === undefined)('HAProxy finds nothing wrong with its file', async () => {
  await expect(run(haproxy ?? '', ['-c', '-f', file('haproxy.cfg')])).resolves.toMatchObject({
    stdout: expect.stringContaining('valid'),
  })
})

test('HAProxy asks Patroni where Patroni answers, and leads to where PostgreSQL listens', () => {
  const text = contentOf('haproxy.cfg')
  expect(/check port (\d+)/.exec(text)?.[1]).toBe(portOf(cluster.restapi.connect_address))
  expect([...text.matchAll(/^ {4}server \S+ \S+:(\d+)/gm)].map(m => m[1])).toEqual(
    Array(3).fill(portOf(cluster.postgresql.connect_address)),
  )
})

test.skipIf(pgbackrest === undefined)('pgBackRest understands every line of its file', async () => {
  const [repo, spool, config] = [
    join(dir, 'repo'),
    join(dir, 'spool'),
    join(dir, 'pgbackrest.conf'),
  ]
  for (const directory of [repo, spool]) mkdirSync(directory)
  const ownConfig = contentOf('pgbackrest.conf')
    .replace(/(repo1-path)=.*/, `$1=${repo}`)
    .replace(/(spool-path)=.*/, `$1=${spool}`)
  const outputOf = async (text: string) => {
    writeFileSync(config, text)
    const { stdout, stderr } = await run(pgbackrest ?? '', [
      `--config=${config}`,
      `--lock-path=${dir}`,
      '--stanza=flotta',
      'info',
    ])
    return stdout + stderr
  }
  expect(await outputOf(ownConfig)).not.toMatch(/WARN|ERROR/)
  expect(await outputOf(ownConfig.replace('start-fast', 'start-quick'))).toContain(
    `WARN: configuration file contains invalid option 'start-quick'`,
  )
})

test('the archive is the same stanza and directory everywhere', () => {
  const { parameters } = dcs.postgresql
  expect(contentOf('pgbackrest.conf')).toContain(`pg1-path=${cluster.postgresql.data_dir}\n`)
  const stanza = /^\[(\w+)\]$/m.exec(contentOf('pgbackrest.conf').replace('[global]', ''))?.[1]
  for (const text of [
    String(parameters.archive_command),
    ...contentOf('pgbackrest.cron')
      .split('\n')
      .filter(l => l.includes('pgbackrest --')),
  ])
    expect(text).toContain(`--stanza=${stanza}`)
})
