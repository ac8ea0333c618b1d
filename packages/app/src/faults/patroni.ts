// Three database machines as deploy/postgres describes them, on loopback addresses of this one: etcd, Patroni with PostgreSQL and pgBackRest, and HAProxy, from the files that we ship.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openPool } from '@flotta/platform/db.ts'
import { type Account, unprivilegedAccount } from '@flotta/platform/postgres/binaries.ts'
import { freePort } from '@flotta/platform/postgres.ts'
import { findTool } from '@flotta/platform/testing.tools.ts'
import { processTree, until } from '../bench/harness.ts'
import { removeDirectory, temporaryDirectory } from '../bench/product.ts'
import { root } from './bundle.ts'
import { serverPrograms } from './programs.ts'

const run = promisify(execFile)

export interface Member {
  readonly name: string
  readonly url: string
  /** The configuration of its pgBackRest. */
  readonly pgbackrest: string
}
export interface Machines {
  /** As DATABASE_URL names them all, and as it names HAProxy. */
  readonly url: string
  readonly balanced: string
  readonly members: readonly Member[]
  /** Whom it runs as. */
  readonly account: Account
  /** Directory of PostgreSQL's programs. */
  readonly programs: string
  /** A directory of that account's. */
  directory(name: string): string
  leader(): Promise<Member>
  /** The one that is waited for before anything is acknowledged. */
  standby(): Promise<Member>
  /** Hands the writes to another one, in order. */
  switchover(): Promise<void>
  /** kill -9 to its PostgreSQL alone, or to all of the machine. */
  kill(member: Member, what: 'postgres' | 'machine'): void
  /** The machine is there again. */
  again(member: Member): void
  /** All three are whole: one leader, two that stream, one of them synchronous. */
  whole(): Promise<void>
  /** pgBackRest on a machine. */
  backrest(member: Member, ...args: readonly string[]): Promise<string>
  /** A statement of the superuser's on the leader. */
  admin(sql: string): Promise<void>
  stop(): void
}

const NAMES = ['db-1', 'db-2', 'db-3'] as const
/** What the files of deploy/postgres need of Debian's packages. */
const TOOLS = ['patroni', 'patronictl', 'etcd', 'haproxy', 'pgbackrest'] as const

/** undefined where one of them is not on this machine. */
export const machinesPrograms = (): string | undefined =>
  TOOLS.every(name => findTool(name) !== undefined) ? serverPrograms() : undefined

const shippedFile = (name: string) => readFileSync(join(root, 'deploy/postgres', name), 'utf8')
const secret = () => randomBytes(12).toString('base64url')

interface Machine extends Member {
  readonly address: string
  readonly ports: {
    readonly postgres: number
    readonly rest: number
    readonly etcd: number
    readonly peer: number
  }
  readonly dir: string
  readonly running: Set<ChildProcess>
}

export async function startMachines(programs: string): Promise<Machines> {
  const account = await unprivilegedAccount()
  const dir = temporaryDirectory('machines')
  const directory = (name: string): string => {
    const made = join(dir, name)
    mkdirSync(made, { recursive: true, mode: 0o700 })
    if (account.uid !== undefined) chownSync(made, account.uid, account.gid ?? account.uid)
    return made
  }
  const put = (file: string, text: string): string => {
    writeFileSync(file, text, { mode: 0o600 })
    if (account.uid !== undefined) chownSync(file, account.uid, account.gid ?? account.uid)
    return file
  }
  const passwords = {
    superuser: secret(),
    replication: secret(),
    rewind: secret(),
    flotta: secret(),
  }
  const repository = directory('repository')
  const sockets = directory('sockets')
  const cipher = secret()
  const machines: Machine[] = []
  const everywhere = new Set<ChildProcess>()
  const children = (): ChildProcess[] => [...everywhere, ...machines.flatMap(m => [...m.running])]
  const stop = () => {
    const pids = [...machines.map(postmasterOf), ...children().map(c => c.pid)].flatMap(pid =>
      pid ? processTree(pid) : [],
    )
    for (const pid of pids) signal(pid)
    removeDirectory(dir)
  }
  const launch = (
    of: Set<ChildProcess>,
    log: string,
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ) => {
    const out = openSync(join(dir, `${log}.log`), 'a')
    const child = spawn(findTool(program) ?? program, args, {
      ...account,
      cwd: '/',
      stdio: ['ignore', out, out],
      env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env },
    })
    of.add(child)
    child.once('exit', () => of.delete(child))
  }

  try {
    for (const [i, name] of NAMES.entries()) {
      const address = `127.0.0.${11 + i}`
      const ports = {
        postgres: await freePort(),
        rest: await freePort(),
        etcd: await freePort(),
        peer: await freePort(),
      }
      const home = directory(name)
      const config = put(
        join(home, 'pgbackrest.conf'),
        shippedFile('pgbackrest.conf')
          .replace(/^repo1-path=.*/m, `repo1-path=${repository}`)
          .replace(/^repo1-cipher-pass=.*/m, `repo1-cipher-pass=${cipher}`)
          .replace(
            /^spool-path=.*/m,
            `spool-path=${directory(`${name}/spool`)}\nlock-path=${directory(`${name}/lock`)}`,
          )
          .replace(/^pg1-path=.*/m, `pg1-path=${join(home, 'data')}`)
          .replace(/^pg1-port=.*/m, `pg1-port=${ports.postgres}\npg1-socket-path=${sockets}`),
      )
      machines.push({
        name,
        address,
        ports,
        dir: home,
        running: new Set(),
        pgbackrest: config,
        url: `postgres://flotta:${passwords.flotta}@${address}:${ports.postgres}/flotta`,
      })
    }
    const loopback = (text: string) => text.replaceAll('10.0.0.', '127.0.0.')
    const file = put(
      join(dir, 'patroni.yml'),
      // Debian's own directory of sockets belongs to its account, which need not be ours
      loopback(shippedFile('patroni.yml')).replace(
        /^( *)parameters:\n/m,
        `$&$1  unix_socket_directories: ${sockets}\n`,
      ),
    )
    const peers = machines.map(m => `${m.name}=http://${m.address}:${m.ports.peer}`).join(',')
    const coordinate = ({ name, address, ports, dir: home, running }: Machine) =>
      launch(running, `${name}-etcd`, 'etcd', [
        ...['--name', name, '--data-dir', join(home, 'etcd'), '--log-level', 'warn'],
        ...[
          '--listen-client-urls',
          `http://${address}:${ports.etcd}`,
          '--advertise-client-urls',
          `http://${address}:${ports.etcd}`,
        ],
        ...[
          '--listen-peer-urls',
          `http://${address}:${ports.peer}`,
          '--initial-advertise-peer-urls',
          `http://${address}:${ports.peer}`,
        ],
        ...['--initial-cluster', peers, '--initial-cluster-state', 'new'],
      ])
    const etcd = machines.map(m => `${m.address}:${m.ports.etcd}`).join(',')
    // as /etc/patroni_env.conf says them
    const settings = ({ name, address, ports, dir: home, pgbackrest }: Machine) => ({
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: etcd,
      PATRONI_RESTAPI_LISTEN: `${address}:${ports.rest}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:${ports.rest}`,
      PATRONI_POSTGRESQL_LISTEN: `${address}:${ports.postgres}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:${ports.postgres}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(home, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: programs,
      PATRONI_POSTGRESQL_PGPASS: join(home, 'pgpass'),
      PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
      PATRONI_REPLICATION_PASSWORD: passwords.replication,
      PATRONI_REWIND_PASSWORD: passwords.rewind,
      PGBACKREST_CONFIG: pgbackrest,
    })
    const patroni = (machine: Machine) =>
      launch(machine.running, machine.name, 'patroni', [file], settings(machine))
    for (const machine of machines) {
      coordinate(machine)
      patroni(machine)
    }

    const roles = async (): Promise<
      readonly {
        readonly name: string
        readonly role: string
        readonly state: string
        readonly timeline?: number
      }[]
    > => {
      for (const { address, ports } of machines) {
        const answer = await fetch(`http://${address}:${ports.rest}/cluster`, {
          signal: AbortSignal.timeout(3_000),
        }).catch(() => null)
        if (answer?.ok) return ((await answer.json()) as { members: [] }).members
      }
      return []
    }
    /** Of which Patroni says so by 200. */
    const which = async (what: 'primary' | 'sync'): Promise<Machine> => {
      let found: Machine | undefined
      await until(what, async () => {
        const asked = await Promise.all(
          machines.map(m =>
            fetch(`http://${m.address}:${m.ports.rest}/${what}`, {
              signal: AbortSignal.timeout(3_000),
            }).then(
              a => a.status === 200,
              () => false,
            ),
          ),
        )
        found = machines[asked.indexOf(true)]
        return found !== undefined
      })
      return found as Machine
    }
    const leader = () => which('primary')
    const whole = () =>
      until(
        'one leader and two that stream',
        async () => {
          const all = await roles()
          const of = (role: RegExp) =>
            all.filter(m => role.test(m.role) && /^(running|streaming)$/.test(m.state)).length
          return (
            of(/^leader$/) === 1 &&
            of(/^(sync_standby|quorum_standby)$/) === 1 &&
            of(/replica|standby/) === 2
          )
        },
        { within: 180_000, every: 500 },
      )
    const admin = async (sql: string, database = 'postgres') => {
      const { address, ports } = await leader()
      const pool = openPool(
        `postgres://postgres:${passwords.superuser}@${address}:${ports.postgres}/${database}`,
        { max: 1, application: 'flotta faults' },
      )
      try {
        await pool.query(sql)
      } finally {
        await pool.end()
      }
    }
    await whole()
    await admin(`create role flotta login password '${passwords.flotta}'`)
    await admin('create database flotta owner flotta')

    const balancer = await freePort()
    const proxied = put(
      join(dir, 'haproxy.cfg'),
      loopback(shippedFile('haproxy.cfg'))
        .replace('bind :5000', `bind 127.0.0.1:${balancer}`)
        .replace(' check port 8008', ' check')
        .replace(/^( +)server (\S+) \S+/gm, (_, indent: string, name: string) => {
          const m = machines.find(each => each.name === name) as Machine
          return `${indent}server ${name} ${m.address}:${m.ports.postgres} port ${m.ports.rest}`
        }),
    )
    launch(everywhere, 'haproxy', 'haproxy', ['-db', '-f', proxied])
    const servers = machines.map(m => `${m.address}:${m.ports.postgres}`).join(',')
    const machineOf = (member: Member) => machines.find(m => m.name === member.name) as Machine
    return {
      url: `postgres://flotta:${passwords.flotta}@${servers}/flotta?target_session_attrs=read-write`,
      balanced: `postgres://flotta:${passwords.flotta}@127.0.0.1:${balancer}/flotta`,
      members: machines,
      account,
      programs,
      directory,
      leader,
      standby: () => which('sync'),
      whole,
      admin: sql => admin(sql, 'flotta'),
      stop,
      async switchover() {
        const before = await leader()
        await run(
          findTool('patronictl') ?? 'patronictl',
          ['-c', file, 'switchover', '--force', 'flotta'],
          {
            ...account,
            cwd: '/',
            env: { ...process.env, ...settings(before) },
          },
        )
      },
      kill(member, what) {
        const machine = machineOf(member)
        const pids = [
          postmasterOf(machine),
          ...(what === 'machine' ? [...machine.running].map(c => c.pid) : []),
        ]
        for (const pid of pids.flatMap(p => (p ? processTree(p) : []))) signal(pid)
      },
      again(member) {
        const machine = machineOf(member)
        if (machine.running.size > 0) return
        coordinate(machine)
        patroni(machine)
      },
      async backrest({ pgbackrest }, ...args) {
        const { stdout } = await run(
          findTool('pgbackrest') ?? 'pgbackrest',
          [`--config=${pgbackrest}`, '--stanza=flotta', ...args],
          { ...account, cwd: '/' },
        )
        return stdout
      },
    }
  } catch (error) {
    process.stderr.write(machines.map(m => tail(join(dir, `${m.name}.log`))).join('\n'))
    stop()
    throw error
  }
}

const tail = (file: string): string =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-12).join('\n') : ''

const postmasterOf = ({ dir }: Machine): number | undefined => {
  const file = join(dir, 'data/postmaster.pid')
  return existsSync(file)
    ? Number(readFileSync(file, 'utf8').split('\n')[0]) || undefined
    : undefined
}

function signal(pid: number): void {
  if (pid <= 1) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has gone by itself
  }
}
