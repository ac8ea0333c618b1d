// Faults of a machine: the database killed, the server killed, full disks, failed starts. The server recovers, or reports why it cannot.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { freePort, startPostgres } from '@flotta/platform/postgres.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { processTree, until } from '../bench/harness.ts'
import { removeDirectory, temporaryDirectory } from '../bench/product.ts'
import { type Bundle, bundleServer } from './bundle.ts'
import {
  ask,
  endAll,
  exists,
  type Home,
  homeIn,
  postmasterOf,
  readyz,
  start,
  untilReady,
  untilUnready,
} from './process.ts'

let bundle: Bundle
let home: Home
beforeAll(async () => {
  bundle = await bundleServer()
  home = await homeIn(temporaryDirectory('life'))
})
afterEach(endAll)
afterAll(() => removeDirectory(home.dir))

/** Two seconds plus the delay of a busy machine; any connection takes longer to time out. */
const SOON_MS = 20_000

/** Never sends a signal to process 0, which would be the whole group of the test. */
function kill(pid: number, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' = 'SIGKILL'): void {
  expect(pid).toBeGreaterThan(1)
  process.kill(pid, signal)
}
async function backendOf(application: string): Promise<number> {
  const find = async () =>
    (
      await ask<{ pid: number }>(
        home,
        `select pid from pg_stat_activity where application_name = '${application}'`,
      )
    )[0]?.pid ?? 0
  let pid = 0
  await until(application, async () => {
    pid = await find()
    return pid !== 0
  })
  return pid
}

describe('a database that dies is started again, with the reason in the log', () => {
  test('its postmaster killed, with a backend left that does not notice; one that a former server left [installation.49]', async () => {
    const server = start([bundle.main], home.env)
    await untilReady(home, server)
    const postmaster = postmasterOf(home)
    const backend = await backendOf('flotta changes')
    kill(backend, 'SIGSTOP')
    kill(postmaster)
    await until('the log', () => /PostgreSQL runs again/.test(server.said))
    await untilReady(home, server)
    expect(server.said).toMatch(/"signal":"SIGKILL".*PostgreSQL ended; it is started again/)
    expect(exists(backend)).toBe(false)
    expect(postmasterOf(home)).not.toBe(postmaster)

    // A stopped database stores nothing.
    const frozen = processTree(postmasterOf(home))
    const each = (signal: 'SIGSTOP' | 'SIGCONT') => {
      for (const pid of frozen) if (exists(pid)) kill(pid, signal)
    }
    try {
      each('SIGSTOP')
      expect(await untilUnready(home)).toBeLessThan(SOON_MS)
    } finally {
      each('SIGCONT')
    }
    await untilReady(home, server)

    // Then one of its backends is killed: PostgreSQL recovers by itself, and the log reports it.
    kill(await backendOf('flotta changes'))
    await until('the log', () => /was terminated by signal 9/.test(server.said))
    await untilReady(home, server)

    // Then a database that a killed server left running.
    server.kill('SIGKILL')
    await server.ended
    const leftPostmaster = postmasterOf(home)
    expect(exists(leftPostmaster)).toBe(true)
    const second = start([bundle.main], home.env)
    await untilReady(home, second)
    expect(postmasterOf(home)).toBe(leftPostmaster)
    kill(leftPostmaster)
    await until('the log', () => /PostgreSQL runs again/.test(second.said))
    await untilReady(home, second)
    const last = postmasterOf(home)
    second.kill('SIGTERM')
    expect(await second.ended).toBe(0)
    expect(exists(last)).toBe(false)
  })

  test('its files gone for good: the server ends and says why', async () => {
    const server = start([bundle.main], home.env)
    await untilReady(home, server)
    const postmaster = postmasterOf(home)
    const [files, elsewhere] = [join(home.dir, 'postgres'), join(home.dir, 'elsewhere')]
    renameSync(files, elsewhere)
    try {
      kill(postmaster)
      expect(await server.ended).toBe(1)
      expect(server.said).toMatch(
        /PostgreSQL ended and cannot be started again: the files of the database in .* are gone/,
      )
    } finally {
      renameSync(elsewhere, files)
    }
  })
})

describe('what npm start leads', () => {
  test('comes back by itself after a crash, with the reason in the log, and ends when it is told to', async () => {
    const leader = start([bundle.leader], home.env)
    await untilReady(home, leader)
    const server = serverOf(leader.pid)
    kill(server)
    await until('the log', () =>
      /"signal":"SIGKILL".*the server ended; it is started again/.test(leader.said),
    )
    await until(
      'another server',
      () => serverOf(leader.pid) !== 0 && serverOf(leader.pid) !== server,
    )
    await untilReady(home, leader)
    const database = postmasterOf(home)
    leader.kill('SIGTERM')
    expect(await leader.ended).toBe(0)
    expect(exists(database)).toBe(false)
    expect(await readyz(home)).toBe(0)
  })

  test('ends in order by Ctrl-C, which reaches every process of the terminal, and when npm’s shell is killed', async () => {
    const leader = start([bundle.leader], home.env, { group: true })
    await untilReady(home, leader)
    const database = postmasterOf(home)
    process.kill(-leader.pid, 'SIGINT')
    expect(await leader.ended).toBe(0)
    expect(exists(database)).toBe(false)

    const shell = start(
      [bundle.leader],
      { ...home.env, npm_lifecycle_event: 'start' },
      { command: ['sh', '-c', '"$@"; true', 'sh'] },
    )
    await untilReady(home, shell)
    const all = [...processTree(shell.pid), postmasterOf(home)]
    shell.kill('SIGTERM')
    await until('the end of all', () => !all.some(exists))
  })

  test('ends, and is not tried again, when a newer version has changed the database', async () => {
    const leader = start([bundle.leader], home.env)
    await untilReady(home, leader)
    await ask(
      home,
      `insert into migrations (name) values ('99991231_later.sql'); select pg_notify('changed', '{"table":"migrations"}')`,
    )
    try {
      expect(await leader.ended).toBe(1)
      expect(leader.said).toContain('changed by a newer Flotta (99991231_later.sql)')
      expect(leader.said).not.toContain('started again')
      const command = start([bundle.cli, 'customer', 'list'], home.env)
      expect([await command.ended, command.said]).toEqual([
        1,
        expect.stringMatching(/^The database was changed by a newer Flotta/),
      ])
    } finally {
      const postgres = await startPostgres({ dataDir: home.dir })
      await ask(home, `delete from migrations where name = '99991231_later.sql'`)
      await postgres.leave()
    }
  })

  test.each<[string, (status: number) => boolean]>([
    ['once it is ready', status => status === 200],
    ['as soon as it answers', status => status !== 0],
  ])('ends when its leader is killed %s', async (_, isReached) => {
    const leader = start([bundle.leader], home.env)
    await until('the answer', async () => isReached(await readyz(home)), { every: 5 })
    const [server, database] = [serverOf(leader.pid), postmasterOf(home)]
    leader.kill('SIGKILL')
    await until('the end of both', () => !exists(server) && !exists(database))
  })

  test.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['a setting is wrong', { FLOTTA_HTTP_PORT: 'many' }, /^FLOTTA_HTTP_PORT=many is not allowed/],
    ['a port is taken', {}, /^Port \d+ is taken: set FLOTTA_HTTP_PORT/],
  ])('is given up at once when %s', async (_, env, why) => {
    const occupant = createServer().listen(Number(home.env.FLOTTA_HTTP_PORT), '127.0.0.1')
    const leader = start([bundle.leader], { ...home.env, ...env })
    const code = await leader.ended
    await new Promise(resolve => occupant.close(resolve))
    expect(code).toBe(1)
    expect(leader.said).toMatch(why)
    expect(leader.said).not.toContain('started again')
    expect(readdirSync(join(home.dir, 'postgres'))).not.toContain('postmaster.pid')
  })
})

/** Process id of the server of a leader; 0: none. */
const serverOf = (leader: number): number => processTree(leader)[1] ?? 0

describe('one server a data directory', () => {
  test('as long as it lives, whatever becomes of its connections; two at once are one [installation.50]', async () => {
    const otherEnv = { ...(await homeIn(home.dir)).env }
    const servers = [start([bundle.main], home.env), start([bundle.main], otherEnv)]
    const loser = await Promise.race(servers.map(s => s.ended.then(() => s)))
    expect(loser.code).toBe(1)
    expect(loser.said).toContain('Flotta runs already on the data directory')
    const winner = servers.find(s => s !== loser)
    await until('readiness', async () =>
      (
        await Promise.all([
          readyz(home),
          readyz({ ...home, url: `http://127.0.0.1:${otherEnv.FLOTTA_HTTP_PORT}` }),
        ])
      ).includes(200),
    )
    await ask(
      home,
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = $$client backend$$',
    )
    const third = start([bundle.main], loser === servers[0] ? home.env : otherEnv)
    expect(await third.ended).toBe(1)
    expect(third.said).toContain('Flotta runs already on the data directory')
    expect(winner?.code).toBe(null)
  })
})

describe('commands beside a server', () => {
  const list = () => start([bundle.cli, 'customer', 'list', '--json'], home.env)
  test('that starts, runs, stops and is gone never fail, and leave no database behind', async () => {
    const commands = [list(), list()]
    const server = start([bundle.main], home.env)
    commands.push(list())
    await untilReady(home, server)
    const database = postmasterOf(home)
    await until(
      'a command at work',
      async () => {
        // A command that ended before it was observed at work is followed by another.
        if (commands.at(-1)?.code !== null) commands.push(list())
        const [found] = await ask<{ n: number }>(
          home,
          `select count(*)::int as n from pg_stat_activity where application_name = 'flotta command'`,
        )
        return found?.n !== 0
      },
      { every: 5 },
    )
    server.kill('SIGTERM')
    commands.push(list())
    expect(await server.ended).toBe(0)
    for (const command of commands)
      expect([await command.ended, command.answer]).toEqual([0, '[]\n'])
    expect(exists(database)).toBe(false)
    expect(readdirSync(join(home.dir, 'postgres'))).not.toContain('postmaster.pid')
  })

  test('one that is interrupted leaves none either', async () => {
    const command = start(
      [bundle.cli, 'replay', '/dev/null', '--imei', '000000000000000'],
      home.env,
    )
    await until(
      'its database',
      () => readdirSync(join(home.dir, 'postgres')).includes('postmaster.pid'),
      { every: 5 },
    )
    const database = postmasterOf(home)
    command.kill('SIGINT')
    expect(await command.ended).toBe(130)
    expect(exists(database)).toBe(false)
  })
})

describe('a start that fails says why', () => {
  const full = process.getuid?.() === 0 && process.platform === 'linux'
  test.runIf(full)(
    'on a full disk it names the disk; a database that its disk stops goes on when there is room again [installation.51]',
    async () => {
      const dir = temporaryDirectory('disk')
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', dir])
      try {
        const data = join(dir, 'data')
        mkdirSync(data)
        const [usual, health] = [await homeIn(data), await freePort()]
        const small = { ...usual, env: { ...usual.env, FLOTTA_METRICS_PORT: String(health) } }
        const fill = () => {
          try {
            for (let i = 0; ; i++) writeFileSync(join(dir, `filler${i}`), Buffer.alloc(64 * 1024))
          } catch {
            // The disk is full.
          }
        }
        const empty = () => {
          for (const name of readdirSync(dir))
            if (name.startsWith('filler')) rmSync(join(dir, name))
        }
        fill()
        const refusedServer = start([bundle.main], small.env)
        expect(await refusedServer.ended).toBe(1)
        expect(refusedServer.said).toMatch(
          new RegExp(`^The disk of ${data} is full \\(mounted at ${dir}, 0 MB free\\)`),
        )
        empty()

        const server = start([bundle.main], small.env)
        await untilReady(small, server)
        fill()
        expect(await untilUnready(small)).toBeLessThan(SOON_MS)
        empty()
        await untilReady(small, server)
        fill()
        kill(postmasterOf(small))
        await until('the log', () => /cannot be started; trying again/.test(server.said))
        expect(server.said).toContain(
          `The disk of ${join(data, 'postgres')} is full (mounted at ${dir}`,
        )
        expect(await untilUnready(small)).toBeLessThan(SOON_MS)
        // The health port names the disk and not the refused connection that follows from it.
        await until('the disk in the health', async () =>
          /The disk of [^"]* is full \(mounted at/.test(
            await (await fetch(`http://127.0.0.1:${health}/readyz`)).text(),
          ),
        )
        empty()
        await untilReady(small, server)
        fill()
        server.kill('SIGKILL')
        kill(postmasterOf(small))
        await server.ended
        const again = start([bundle.main], small.env)
        expect(await again.ended).toBe(1)
        expect(again.said).toContain('is full (mounted at')
      } finally {
        await endAll()
        execFileSync('umount', [dir])
        removeDirectory(dir)
      }
    },
  )

  test('also when nothing answers at the address of an external database, without its password', async () => {
    const server = start([bundle.main], {
      ...home.env,
      DATABASE_URL: 'postgres://flotta:Segreta1@127.0.0.1:1/flotta',
    })
    expect(await server.ended).toBe(1)
    expect(server.said).toBe(
      'DATABASE_URL: the database cannot be used: connect ECONNREFUSED 127.0.0.1:1\n',
    )
  })
})
