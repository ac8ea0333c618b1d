// An external database is marked, backed up by pgBackRest, restored to the mark beside the original and compared; every obstacle is reported in one
// line.
import { execFile } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  markDatabase,
  type VerifyOptions,
  verifyExternal,
} from '@flotta/features/house/backups/external.ts'
import { listBackups } from '@flotta/features/house/backups/queries.ts'
import { migrations } from '@flotta/features/migrations.ts'
import type { CliEnvironment } from '@flotta/platform/cli.ts'
import { readConfig } from '@flotta/platform/config.ts'
import { openDb, openPool, type Pool } from '@flotta/platform/db.ts'
import { migrate } from '@flotta/platform/migrations.ts'
import { unprivilegedAccount } from '@flotta/platform/postgres/binaries.ts'
import { adminUrlOf } from '@flotta/platform/postgres/files.ts'
import {
  initialise,
  launch,
  type Postmaster,
  stopPostmaster,
} from '@flotta/platform/postgres/postmaster.ts'
import { freePort } from '@flotta/platform/postgres.ts'
import { findTool } from '@flotta/platform/testing.tools.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeDirectory, temporaryDirectory } from './bench/product.ts'
import { serverPrograms } from './faults/programs.ts'

const run = promisify(execFile)
const pgbackrest = findTool('pgbackrest')
const programs = serverPrograms()
if (programs === undefined)
  process.stderr.write(
    'no PostgreSQL of Debian’s is installed: what restores one from pgBackRest is skipped\n',
  )

describe.skipIf(pgbackrest === undefined || programs === undefined)(
  'a backup of an external database by pgBackRest',
  () => {
    const root = temporaryDirectory('external')
    const configuration = join(root, 'pgbackrest.conf')
    let account: Awaited<ReturnType<typeof unprivilegedAccount>>
    let postmaster: Postmaster
    let pool: Pool
    let surroundings: CliEnvironment
    const give = (path: string) =>
      account.uid !== undefined && chownSync(path, account.uid, account.gid ?? account.uid)
    const directory = (name: string): string => {
      mkdirSync(join(root, name), { mode: 0o700 })
      give(join(root, name))
      return join(root, name)
    }
    const backrest = (...args: string[]) =>
      run(pgbackrest ?? '', [`--config=${configuration}`, '--stanza=flotta', ...args], {
        ...account,
        cwd: '/',
      })
    const verifying = (name: string, other: Partial<VerifyOptions> = {}): VerifyOptions => ({
      stanza: 'flotta',
      scratch: directory(name),
      at: undefined,
      configuration,
      programs,
      ...other,
    })

    beforeAll(async () => {
      account = await unprivilegedAccount()
      const [home, sockets] = [directory('home'), directory('sockets')]
      const access = { port: await freePort(), password: '', admin: 'a-word-of-its-own' }
      const files = join(home, 'files')
      writeFileSync(
        configuration,
        [
          '[global]',
          `repo1-path=${directory('repository')}`,
          `lock-path=${directory('lock')}`,
          'start-fast=y',
          'log-level-file=off',
          '[flotta]',
          `pg1-path=${files}`,
          `pg1-port=${access.port}`,
          `pg1-socket-path=${sockets}`,
          '',
        ].join('\n'),
      )
      const place = {
        home,
        files,
        log: join(home, 'postgres.log'),
        native: join(programs ?? '', '..'),
        account,
        settings: {
          unix_socket_directories: sockets,
          shared_buffers: '32MB',
          archive_mode: 'on',
          archive_command: `pgbackrest --config=${configuration} --stanza=flotta archive-push %p`,
        },
      }
      await initialise(place, access.admin)
      writeFileSync(
        join(files, 'pg_hba.conf'),
        'local all postgres peer\nhost all all 127.0.0.1/32 scram-sha-256\n',
      )
      postmaster = await launch(place, access)
      await backrest('stanza-create')
      const url = adminUrlOf(access, 'postgres')
      pool = openPool(url, { max: 2, application: 'flotta test' })
      await migrate(pool, migrations)
      surroundings = {
        config: readConfig({ DATABASE_URL: url }),
        version: '1.0.0',
        migrations,
        note: () => {},
        signal: new AbortController().signal,
      }
    })
    afterAll(async () => {
      await pool?.end()
      if (postmaster) await stopPostmaster(postmaster)
      removeDirectory(root)
    })
    const customer = (name: string) =>
      pool.query('insert into customers (name) values ($1)', [name])

    test('is restored to a marked second and is equal; what was written while it was marked belongs to one side', async () => {
      await customer('before the backup')
      await expect(verifyExternal(verifying('none'), surroundings)).rejects.toThrow(
        /^pgBackRest has no backup of flotta yet \(.*\): make one first$/,
      )
      await backrest('--type=full', 'backup')
      await customer('after the backup')
      // Rows are written and deleted all the time.
      let writing = true
      const writer = (async () => {
        for (let n = 0; writing; n++) {
          await customer(`busy ${n}`)
          await pool.query('update customers set name = name || $1 where name like $2', [
            '.',
            'before%',
          ])
          // At the pace of a busy company, because the restored copy has to replay all of it.
          await pause(20)
        }
      })()
      const first = (await markDatabase(surroundings)) as { marked_at: Date; rows: number }
      const second = (await verifyExternal(verifying('now'), surroundings)) as {
        marked_at: Date
        rows: number
        backup: string
      }
      writing = false
      await writer
      expect(second.rows).toBeGreaterThan(first.rows)
      expect(second.backup).toMatch(/F$/)
      // No files are left behind.
      expect(readdirSync(join(root, 'now'))).toEqual([])
      expect(await listBackups(openDb(pool), 5)).toMatchObject([
        { way: 'restored', marked_at: second.marked_at },
      ])
    })

    test('is restored to a former mark too; where it is another one this is told table by table, and the copy stays', async () => {
      // The first of the marks that were made while rows were written: later rows are not in it.
      const { rows } = await pool.query<{ marked_at: Date }>(
        'select marked_at from backup_marks order by id limit 1',
      )
      const { marked_at } = rows[0] as { marked_at: Date }
      await pool.query(
        `update backup_marks set tables = tables || jsonb_build_object('users', '[3, "7"]'::jsonb, 'customers', jsonb_set(tables->'customers', '{1}', '"7"')) where marked_at = $1`,
        [marked_at],
      )
      await expect(
        verifyExternal(verifying('wrong', { at: marked_at.toISOString() }), surroundings),
      ).rejects.toThrow(
        /^Restored to .*, the database is another one \(its files are kept in .*\):\n {2}customers: as many rows \(\d+\), but others\n {2}users: 3 rows, 0 in the restored one$/,
      )
      expect(
        existsSync(
          join(root, 'wrong', readdirSync(join(root, 'wrong'))[0] ?? '', 'files/PG_VERSION'),
        ),
      ).toBe(true)
    })

    test('needs what one line names', async () => {
      const full = directory('full')
      appendFileSync(join(full, 'somebodys'), '')
      const cases: readonly (readonly [VerifyOptions, RegExp])[] = [
        [verifying('a', { stanza: 'other' }), /^pgBackRest has no stanza other: look at --stanza/],
        [
          verifying('b', { configuration: join(root, 'no.conf') }),
          /^pgBackRest \(info\) says: .*no\.conf/,
        ],
        [
          verifying('c', { scratch: join(root, 'nowhere') }),
          /^There is no directory .*nowhere: make one/,
        ],
        [verifying('d', { scratch: full }), /full is not empty: give an empty directory/],
        [
          verifying('e', { at: '2020-01-01T00:00:00Z' }),
          /^Nothing was marked until 2020-01-01T00:00:00.000Z/,
        ],
        [
          verifying('f', { programs: root }),
          /^There is no PostgreSQL \d+ in .*: say where its programs are with --programs$/,
        ],
      ]
      for (const [given, why] of cases)
        await expect(verifyExternal(given, surroundings)).rejects.toThrow(why)
      const older = Object.assign(new URL(surroundings.config.DATABASE_URL ?? ''), {
        pathname: '/template1',
      }).href
      await expect(
        markDatabase({ ...surroundings, config: readConfig({ DATABASE_URL: older }) }),
      ).rejects.toThrow(/has no place for a mark yet: run "flotta migrate" first$/)
      await expect(
        verifyExternal(verifying('g'), { ...surroundings, config: readConfig({}) }),
      ).rejects.toThrow(/^DATABASE_URL is not set/)
      // A mark from before the first backup.
      await pool.query(
        `insert into backup_marks (marked_at, lsn, segment, tables) values ('2020-01-01', '0/1000028', '000000010000000000000001', '{}')`,
      )
      await expect(
        verifyExternal(verifying('h', { at: '2020-01-01T00:00:00Z' }), surroundings),
      ).rejects.toThrow(/^No backup of flotta is older than 2020-01-01/)
    })
  },
)
