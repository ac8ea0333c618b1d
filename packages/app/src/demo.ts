// The demo: its company, open or closed, and its simulated fleet, a child process that drives real connections to the server's own gateway.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installationOf, isDemoRemoved } from '@flotta/features/house/installation/queries.ts'
import {
  closeDemo,
  createDemo,
  LOCAL_PASSWORD,
  removeDemo,
} from '@flotta/features/provider/demo/records.ts'
import type { Context } from '@flotta/platform/feature.ts'
import type { Gateway } from '@flotta/platform/gateway.ts'
import { sql } from 'kysely'
import type { Server } from './simulator/line.ts'

export interface DemoFleet {
  stop(): Promise<void>
}

/** The sign-in of the demo company. */
export interface DemoSignIn {
  readonly email: string
  /** E-mail of the printing user, who has the same password. */
  readonly printing: string
  readonly password: string
  /** Whether only this machine can reach the server, so that the sign-in may be public. */
  readonly local: boolean
}

/** The lock by which one of several processes runs the demo: that process draws the password if it is secret, and drives the fleet. */
export interface DemoPlace {
  /** Aborted when another process may have taken the lock. */
  readonly gone: AbortSignal
  leave(): void
}
const PLACE_LOCK = 7_106_021
/** Only a process with the gateway role drives the fleet. null: another process has the lock, or there is no demo. */
export async function takePlace({
  config,
  pool,
}: Pick<Context, 'config' | 'pool'>): Promise<DemoPlace | null> {
  const lockLost = new AbortController()
  if (config.NATS_URL === undefined) return { gone: lockLost.signal, leave: () => {} }
  if (config.FLOTTA_DEMO !== true || !config.FLOTTA_ROLES.includes('gateway')) return null
  const client = await pool.connect()
  const { rows } = await client.query<{ mine: boolean }>(
    'select pg_try_advisory_lock($1) as mine',
    [PLACE_LOCK],
  )
  if (rows[0]?.mine !== true) {
    client.release()
    return null
  }
  client.once('end', () => lockLost.abort())
  let hasLeft = false
  return {
    gone: lockLost.signal,
    leave() {
      // The connection is closed instead of returned, because its end releases the lock.
      if (!hasLeft) client.release(true)
      hasLeft = true
    },
  }
}

/**
 * Makes the demo company ready for sign-ins; its password is public only when nobody else can reach the server. Without a demo, its remaining
 * accounts are closed.
 * @param mine this process holds the lock of the demo, so it alone draws a password
 */
export async function prepareDemo(ctx: Context, mine = true): Promise<DemoSignIn | null> {
  if (!(await wantsDemo(ctx))) {
    await closeDemo(ctx)
    if (await isDemoRemoved(ctx.db)) await removeDemo(ctx)
    return null
  }
  const local =
    isLoopback(ctx.config.FLOTTA_HOST) && isLoopback(new URL(ctx.config.publicUrl).hostname)
  if (!local && !mine) return null
  const password = local ? LOCAL_PASSWORD : `${randomBytes(9).toString('base64url')}-aA1`
  const { email, printing } = await createDemo(ctx, { password })
  return { email, printing, password, local }
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
}

/**
 * Whether there is to be a demo: never after it was removed; otherwise by the setting; without the setting only with the embedded database, while the
 * set-up has kept the demo or there is no real customer.
 */
async function wantsDemo({ config, db }: Context): Promise<boolean> {
  const { demo_kept_at, demo_removed_at } = await installationOf(db)
  if (demo_removed_at !== null) return false
  if (config.FLOTTA_DEMO !== undefined) return config.FLOTTA_DEMO
  if (config.DATABASE_URL) return false
  if (demo_kept_at !== null) return true
  return !(await hasRealCustomer(db))
}

/** Whether there is a customer that is neither of the demo nor made by it, at whatever depth. */
async function hasRealCustomer(db: Context['db']): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive of_demo as (
      select id from customers where demo
      union
      select c.id from customers c join of_demo on c.parent_id = of_demo.id)
    select exists (
      select from customers where deleted_at is null and id not in (select id from of_demo)) as found`.execute(
    db,
  )
  return rows[0]?.found === true
}

/** The message of the server to its simulator at the start. */
export interface DemoStart {
  /** IMEI → epoch ms of its newest stored record. */
  readonly since: Readonly<Record<string, number>>
  /** The port that all protocols share; undefined: there is none. */
  readonly shared: Server | undefined
}

/** What a simulator process reports while it delivers the past. */
export interface DemoProgress {
  readonly progress: string
}

const TRY_PLACE_MS = 5_000
/** Drives the fleet while this process has the lock of the demo, and tries to get the lock while another process has it. */
export function startDemo(
  ctx: Context,
  gateway: Gateway,
  say: (line: string) => void,
  first: DemoPlace | null,
): DemoFleet {
  const stopping = new AbortController()
  const removal = watchRemoval(ctx)
  const work = async () => {
    let place = first
    while (!stopping.signal.aborted && !removal.signal.aborted) {
      if (place !== null) {
        const fleet = await drive(ctx, gateway, say)
        const over = AbortSignal.any([stopping.signal, place.gone, removal.signal])
        if (!over.aborted) await once(over, 'abort')
        await fleet.stop()
        place.leave()
        place = null
      } else {
        await pause(TRY_PLACE_MS, undefined, { signal: stopping.signal })
        place = await takePlace(ctx).catch(() => null)
      }
    }
    place?.leave()
    if (removal.signal.aborted) await removeDemo(ctx)
  }
  const working = work().catch(error => {
    if (!stopping.signal.aborted)
      ctx.log.error({ err: error }, 'the simulated fleet cannot be driven')
  })
  return {
    async stop() {
      stopping.abort()
      await working
      removal.ignore()
    },
  }
}

/** `signal` is aborted once the demo is removed, by the set-up, a provider or the command line. */
function watchRemoval({ db, changes }: Pick<Context, 'db' | 'changes'>) {
  const removed = new AbortController()
  const look = async () => {
    if (await isDemoRemoved(db).catch(() => false)) removed.abort()
  }
  const ignore = changes.on(({ table }) => {
    if (table === 'installation' || table === '*') void look()
  })
  return { signal: removed.signal, ignore }
}

/** Starts the fleet at the last record of each vehicle, and restarts a simulator that has ended. */
async function drive(
  ctx: Context,
  gateway: Gateway,
  say: (line: string) => void,
): Promise<DemoFleet> {
  const address = gateway.addresses.get('teltonika')?.tcp
  const shared = gateway.addresses.get('any')?.tcp
  if (!address) return { stop: async () => {} }
  const host =
    ctx.config.gatewayHost === '0.0.0.0' || ctx.config.gatewayHost === '::'
      ? '127.0.0.1'
      : ctx.config.gatewayHost
  let isStopped = false
  let restart: NodeJS.Timeout | undefined
  const start = async () => {
    const since = await lastHeard(ctx)
    if (isStopped) return null
    const child = fork(
      join(import.meta.dirname, 'simulate.js'),
      ['--demo', '--server', `${host}:${address.port}`],
      {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    )
    const message: DemoStart = { since, shared: shared && { host, port: shared.port } }
    child.send(message)
    child.on('message', m => say(`  ${(m as DemoProgress).progress}`))
    child.once('exit', code => {
      if (isStopped) return
      ctx.log.warn({ code }, 'the simulated fleet ended; it starts again')
      restart = setTimeout(() => void start().then(c => (current = c)), 2_000)
    })
    return child
  }
  let current = await start()
  return {
    async stop() {
      isStopped = true
      clearTimeout(restart)
      const child = current
      if (!child || child.exitCode !== null) return
      const exit = new Promise<void>(resolve => child.once('exit', () => resolve()))
      child.kill('SIGTERM')
      const patience = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await exit
      clearTimeout(patience)
    },
  }
}

/** IMEI → epoch ms of its newest stored record. */
async function lastHeard({ db }: Context): Promise<Record<string, number>> {
  const { rows } = await sql<{ imei: string; at: number }>`
    select d.imei, (extract(epoch from s.message_datetime) * 1000)::bigint as at
    from devices d join device_mounts m on m.device_id = d.id and m.mounted_to is null join vehicle_state s on s.vehicle_id = m.vehicle_id
    join vehicles v on v.id = m.vehicle_id join customers c on c.id = v.customer_id and c.demo
    where d.deleted_at is null`.execute(db)
  return Object.fromEntries(rows.map(r => [r.imei, r.at]))
}
