// The live gateways in the database. Each reports every second; one that stays silent for longer is taken for dead, and its connections are closed.
import type { Context, GatewayBook } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import { closeConnections } from './connections.ts'
import { forgetDeadContests } from './contests.ts'

/** A gateway that has not reported for this long is dead … */
const DEAD_AFTER_MS = 6_000
/** … if this process has looked without a longer pause than this: while the database is down no gateway can report. */
const MOST_BETWEEN_LOOKS_MS = 5_000

export function gatewayBook(ctx: Context): GatewayBook {
  const { pool, instance, config } = ctx
  let isKnown = false
  return {
    async signIns(count) {
      const { rows } = await pool.query<{ n: number }>(
        `select nextval('sign_ins') as n from generate_series(1, $1)`,
        [count],
      )
      return rows.map(r => r.n).sort((a, b) => a - b)
    },
    async alive(connections) {
      const { rows } = await pool.query<{ connections: number }>(
        `with me as (insert into gateways (name, connections, alive_at) values ($1, $2, now())
           on conflict (name) do update set connections = excluded.connections, alive_at = excluded.alive_at)
         select connections from gateways where name <> $1`,
        [instance, connections],
      )
      const others = rows.map(r => r.connections)
      if (isKnown) return others
      isKnown = true
      // Without a bus between processes there is no other gateway: other rows are left from processes that have ended.
      if (config.NATS_URL === undefined)
        await pool.query('delete from gateways where name <> $1', [instance])
      await closeConnections(
        ctx,
        'gateway = $1 or not exists (select from gateways g where g.name = gateway)',
        [instance],
      )
      return others
    },
    async leave() {
      await pool.query('delete from gateways where name = $1', [instance])
      await closeConnections(ctx, 'gateway = $1', [instance])
    },
  }
}

interface GatewayLook {
  /** The newest report of each gateway, and since when it is unchanged by this process's own clock. */
  readonly seen: Map<string, { readonly said: string; readonly since: number }>
  at: number
}
const lookOf = once(
  (_: Pick<Context, 'pool'>): GatewayLook => ({ seen: new Map(), at: Number.NEGATIVE_INFINITY }),
)

/** Job: closes the connections of dead gateways. */
export async function closeDead(
  ctx: Pick<Context, 'pool' | 'bus' | 'changes' | 'now'>,
): Promise<void> {
  const { rows } = await ctx.pool.query<{ name: string; said: string }>(
    'select name, alive_at::text as said from gateways',
  )
  const look = lookOf(ctx)
  const now = ctx.now()
  if (now - look.at > MOST_BETWEEN_LOOKS_MS) look.seen.clear()
  look.at = now
  for (const { name, said: aliveText } of rows) {
    const last = look.seen.get(name)
    if (last?.said !== aliveText) look.seen.set(name, { said: aliveText, since: now })
    // It may report again at this moment.
    else if (now - last.since >= DEAD_AFTER_MS)
      await ctx.pool.query('delete from gateways where name = $1 and alive_at::text = $2', [
        name,
        aliveText,
      ])
  }
  for (const name of look.seen.keys()) if (!rows.some(r => r.name === name)) look.seen.delete(name)
  await closeConnections(ctx, 'not exists (select from gateways g where g.name = gateway)', [])
  await forgetDeadContests(ctx)
}
