// Three database machines as in deploy/postgres, on loopback addresses of this machine: etcd, Patroni with PostgreSQL and pgBackRest, and HAProxy,
// from the shipped files.
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPool } from '@flotta/platform/db.ts'
import { type Account, unprivilegedAccount } from '@flotta/platform/postgres/binaries.ts'
import { freePort } from '@flotta/platform/postgres.ts'
import { until } from '../bench/harness.ts'
import {
  etcdArguments,
  haproxyFile,
  type Machine,
  type Member,
  type Passwords,
  patroniEnvironment,
  patroniFile,
  pgbackrestFile,
} from './machine-settings.ts'
import { killTrees, MachinesHost } from './machines-host.ts'

export interface Machines {
  /** The DATABASE_URL that names them all, and the one that names HAProxy. */
  readonly url: string
  readonly balanced: string
  readonly members: readonly Member[]
  /** The account that it runs as. */
  readonly account: Account
  /** Directory of PostgreSQL's programs. */
  readonly programs: string
  /** A directory of that account. */
  directory(name: string): string
  leader(): Promise<Member>
  /** The synchronous standby, for which commits wait. */
  standby(): Promise<Member>
  /** Moves the writes to another machine, in order. */
  switchover(): Promise<void>
  /** kill -9 to PostgreSQL alone, or to everything on the machine. */
  kill(member: Member, what: 'postgres' | 'machine'): void
  /** Starts the machine again. */
  again(member: Member): void
  /** Resolves when all three are complete: one leader and two streaming members, one of them synchronous. */
  whole(): Promise<void>
  /** Runs pgBackRest on a machine. */
  backrest(member: Member, ...args: readonly string[]): Promise<string>
  /** Runs a statement as superuser on the leader. */
  admin(sql: string): Promise<void>
  stop(): void
}

const NAMES = ['db-1', 'db-2', 'db-3'] as const
/** Patroni answers its own REST calls within this time or not at all, ms. */
const REST_PATIENCE = 3_000

export async function startMachines(programs: string): Promise<Machines> {
  const machines = new PatroniMachines(programs, new MachinesHost(await unprivilegedAccount()))
  try {
    await machines.start()
    return machines
  } catch (error) {
    process.stderr.write(machines.logs())
    machines.stop()
    throw error
  }
}

const secret = () => randomBytes(12).toString('base64url')

class PatroniMachines implements Machines {
  readonly programs: string
  readonly #host: MachinesHost
  readonly #machines: Machine[] = []
  /** Programs that belong to no machine. */
  readonly #shared = new Set<ChildProcess>()
  readonly #passwords: Passwords = {
    superuser: secret(),
    replication: secret(),
    rewind: secret(),
    flotta: secret(),
  }
  readonly #cipher = secret()
  readonly #repository: string
  readonly #sockets: string
  #patroniFile = ''
  #balancerPort = 0

  constructor(programs: string, host: MachinesHost) {
    this.programs = programs
    this.#host = host
    this.#repository = host.directory('repository')
    this.#sockets = host.directory('sockets')
  }

  get account(): Account {
    return this.#host.account
  }
  get members(): readonly Member[] {
    return this.#machines
  }
  get url(): string {
    const servers = this.#machines.map(m => `${m.address}:${m.ports.postgres}`).join(',')
    return `${this.#urlOf(servers)}?target_session_attrs=read-write`
  }
  get balanced(): string {
    return this.#urlOf(`127.0.0.1:${this.#balancerPort}`)
  }
  #urlOf(servers: string): string {
    return `postgres://flotta:${this.#passwords.flotta}@${servers}/flotta`
  }

  async start(): Promise<void> {
    for (const [i, name] of NAMES.entries())
      this.#machines.push(await this.#machine(name, `127.0.0.${11 + i}`))
    this.#patroniFile = this.#host.file('patroni.yml', patroniFile(this.#sockets))
    for (const machine of this.#machines) this.#boot(machine)
    await this.whole()
    await this.#execute(`create role flotta login password '${this.#passwords.flotta}'`, 'postgres')
    await this.#execute('create database flotta owner flotta', 'postgres')
    await this.#startBalancer()
  }

  async #machine(name: string, address: string): Promise<Machine> {
    const ports = {
      postgres: await freePort(),
      rest: await freePort(),
      etcd: await freePort(),
      peer: await freePort(),
    }
    const dir = this.#host.directory(name)
    const settings = pgbackrestFile({
      repository: this.#repository,
      cipher: this.#cipher,
      spool: this.#host.directory(`${name}/spool`),
      lock: this.#host.directory(`${name}/lock`),
      data: join(dir, 'data'),
      sockets: this.#sockets,
      port: ports.postgres,
    })
    return {
      name,
      address,
      ports,
      dir,
      running: new Set(),
      pgbackrest: this.#host.file(`${name}/pgbackrest.conf`, settings),
      url: this.#urlOf(`${address}:${ports.postgres}`),
    }
  }

  #boot(machine: Machine): void {
    const { name, running } = machine
    this.#host.launch(running, `${name}-etcd`, 'etcd', etcdArguments(machine, this.#machines))
    this.#host.launch(
      running,
      name,
      'patroni',
      [this.#patroniFile],
      this.#patroniEnvironment(machine),
    )
  }

  #patroniEnvironment(machine: Machine) {
    return patroniEnvironment(machine, this.#machines, this.#passwords, this.programs)
  }

  async #startBalancer(): Promise<void> {
    this.#balancerPort = await freePort()
    const file = this.#host.file('haproxy.cfg', haproxyFile(this.#balancerPort, this.#machines))
    this.#host.launch(this.#shared, 'haproxy', 'haproxy', ['-db', '-f', file])
  }

  directory(name: string): string {
    return this.#host.directory(name)
  }

  leader(): Promise<Machine> {
    return this.#inRole('primary')
  }
  standby(): Promise<Machine> {
    return this.#inRole('sync')
  }
  /** Waits until Patroni confirms with 200 that a machine has the role. */
  async #inRole(role: 'primary' | 'sync'): Promise<Machine> {
    let machine: Machine | undefined
    await until(role, async () => {
      const answers = await Promise.all(
        this.#machines.map(m =>
          restCall(m, role).then(
            answer => answer.status === 200,
            () => false,
          ),
        ),
      )
      machine = this.#machines[answers.indexOf(true)]
      return machine !== undefined
    })
    return machine as Machine
  }

  async whole(): Promise<void> {
    await until(
      'one leader and two that stream',
      async () => {
        const cluster = await this.#cluster()
        const count = (role: RegExp) =>
          cluster.filter(m => role.test(m.role) && /^(running|streaming)$/.test(m.state)).length
        return (
          count(/^leader$/) === 1 &&
          count(/^(sync_standby|quorum_standby)$/) === 1 &&
          count(/replica|standby/) === 2
        )
      },
      { within: 180_000, every: 500 },
    )
  }
  /** The members as the first machine that answers sees them. */
  async #cluster(): Promise<readonly ClusterMember[]> {
    for (const machine of this.#machines) {
      const answer = await restCall(machine, 'cluster').catch(() => null)
      if (answer?.ok) return ((await answer.json()) as { members: ClusterMember[] }).members
    }
    return []
  }

  async switchover(): Promise<void> {
    const before = await this.leader()
    await this.#host.run(
      'patronictl',
      ['-c', this.#patroniFile, 'switchover', '--force', 'flotta'],
      this.#patroniEnvironment(before),
    )
  }

  kill(member: Member, what: 'postgres' | 'machine'): void {
    const machine = this.#machineOf(member)
    killTrees([
      postmasterOf(machine),
      ...(what === 'machine' ? [...machine.running].map(child => child.pid) : []),
    ])
  }

  again(member: Member): void {
    const machine = this.#machineOf(member)
    if (machine.running.size === 0) this.#boot(machine)
  }

  #machineOf({ name }: Member): Machine {
    return this.#machines.find(m => m.name === name) as Machine
  }

  backrest({ pgbackrest }: Member, ...args: readonly string[]): Promise<string> {
    return this.#host.run('pgbackrest', [`--config=${pgbackrest}`, '--stanza=flotta', ...args])
  }

  admin(sql: string): Promise<void> {
    return this.#execute(sql, 'flotta')
  }
  async #execute(sql: string, database: string): Promise<void> {
    const { address, ports } = await this.leader()
    const pool = openPool(
      `postgres://postgres:${this.#passwords.superuser}@${address}:${ports.postgres}/${database}`,
      { max: 1, application: 'flotta faults' },
    )
    try {
      await pool.query(sql)
    } finally {
      await pool.end()
    }
  }

  /** The last lines of the machines' logs. */
  logs(): string {
    return this.#machines.map(m => this.#host.logTail(m.name)).join('\n')
  }

  stop(): void {
    const children = [...this.#shared, ...this.#machines.flatMap(m => [...m.running])]
    killTrees([...this.#machines.map(postmasterOf), ...children.map(child => child.pid)])
    this.#host.remove()
  }
}

interface ClusterMember {
  readonly role: string
  readonly state: string
}
const restCall = ({ address, ports }: Machine, path: string): Promise<Response> =>
  fetch(`http://${address}:${ports.rest}/${path}`, { signal: AbortSignal.timeout(REST_PATIENCE) })

/** The process of PostgreSQL; undefined while it does not run. */
const postmasterOf = ({ dir }: Machine): number | undefined => {
  const file = join(dir, 'data/postmaster.pid')
  return existsSync(file)
    ? Number(readFileSync(file, 'utf8').split('\n')[0]) || undefined
    : undefined
}
