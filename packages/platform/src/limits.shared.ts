// Rate limits that several processes share in a table of the database. Calls that must not wait use a share of this process, which is settled with the table twice a second.
// While the database cannot be reached each process counts by itself, so limits still apply and nobody is locked out.
import { createHash } from 'node:crypto'
import { columns } from './columns.ts'
import type { Pool } from './db.ts'
import {
  backOffKey,
  type Limits,
  memoryLimits,
  type Rate,
  TokenBuckets,
  turnKey,
} from './limits.ts'
import type { Logger } from './log.ts'

const SETTLE_MS = 500
/** Largest number of keys in one settlement, the most used first. Further keys are counted by this process only. */
const MOST_TOLD = 1_000
/** Longest wait for an answer of the database, ms. */
const PATIENCE_MS = 2_000

/** The clock of the database, since the clocks of machines differ. A test passes its own time. */
const AT = `coalesce($1::float8, extract(epoch from now()) * 1000)`
/** The stored state. A value beyond twice the refill time means that the clock was set back. */
const KNOWN = `case when l.until > ${AT} + 2 * excluded.refill then ${AT} else greatest(l.until, ${AT}) end`

const TAKE = `insert into limits as l (name, until, refill) select $2::text, ${AT} + $3::float8, $4::float8
  on conflict (name) do update set until = ${KNOWN} + $3::float8, refill = excluded.refill where ${KNOWN} + $3::float8 <= ${AT} + $4::float8 returning until - ${AT} as left`
const LEFT = `select greatest(until - ${AT}, 0) as left from limits where name = $2`
const SETTLE = `insert into limits as l (name, until, refill)
  select name, ${AT} + least(cost, 2 * refill), refill from unnest($2::text[], $3::float8[], $4::float8[]) as t (name, cost, refill)
  on conflict (name) do update set until = least(${KNOWN} + (excluded.until - ${AT}), ${AT} + 2 * excluded.refill), refill = excluded.refill
  returning name, until - ${AT} as left`
const GIVE = `update limits set until = greatest(until - $3::float8, ${AT}) where name = $2`
const TURN = `insert into limits as l (name, until, refill) select $2::text, ${AT} + $3::float8, $3::float8 + $4::float8
  on conflict (name) do update set until = ${KNOWN} + $3::float8, refill = excluded.refill where ${KNOWN} <= ${AT} + $4::float8 returning until - ${AT} - $3::float8 as left`
const REST = `insert into limits as l (name, until, refill) select $2::text, ${AT} + $3::float8, $3::float8
  on conflict (name) do update set until = greatest(l.until, excluded.until), refill = greatest(l.refill, excluded.refill)`

/** Use of a key that was not settled with the table yet. */
interface UnsettledUse {
  cost: number
  /** Milliseconds in which a whole burst is refilled. */
  readonly refill: number
  readonly every_ms: number
}

export interface SharedLimits extends Limits {
  /** Writes the use of this process to the table now. */
  settle(): Promise<void>
  close(): Promise<void>
}

export interface SharedOptions {
  readonly log: Pick<Logger, 'warn'>
  /** Number of processes. Between two settlements each may use its part of a burst. */
  readonly processes: () => number
  /** Epoch ms. Default: the clock of the database, and the clock of this machine for its own counts. */
  readonly now?: () => number
}

/** The name of a key in the table: a digest, so that no addresses are stored. */
const nameOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

export function sharedLimits(
  pool: Pick<Pool, 'query'>,
  { log, processes, now }: SharedOptions,
): SharedLimits {
  const buckets = new TokenBuckets(now ?? Date.now)
  /** Turns while the database cannot be reached. Their pause grows with the number of processes. */
  const alone = memoryLimits(now ?? Date.now)
  let unsettled = new Map<string, UnsettledUse>()
  let away = false
  let settling: Promise<void> | null = null

  const ask = async <R extends object>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<readonly R[]> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`no answer within ${PATIENCE_MS / 1_000} s`)),
        PATIENCE_MS,
      )
    })
    try {
      const query = pool.query<R>({
        name: `limits ${name}`,
        text,
        values: [now?.() ?? null, ...values],
      })
      const { rows } = await Promise.race([query, late])
      away = false
      return rows
    } catch (error) {
      if (!away)
        log.warn(
          { error: error instanceof Error ? error.message : String(error) },
          'limits cannot be counted with the other processes; each counts its own',
        )
      away = true
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  const takeNow = (key: string, rate: Rate, cost = 1): number => {
    const use = unsettled.get(key)
    const share = Math.max(cost, Math.ceil(rate.burst / Math.max(1, processes())))
    if (use !== undefined && use.cost + cost > share) return 1
    const wait = buckets.take(key, rate, cost)
    if (wait > 0) return wait
    if (use === undefined)
      unsettled.set(key, { cost, refill: rate.burst * rate.every_ms, every_ms: rate.every_ms })
    else use.cost += cost
    return 0
  }

  const tell = async (): Promise<void> => {
    if (unsettled.size === 0) return
    const entries = [...unsettled].sort(([, a], [, b]) => b.cost - a.cost).slice(0, MOST_TOLD)
    unsettled = new Map()
    const names = new Map(entries.map(([key, what]) => [nameOf(key), { key, ...what }]))
    // The order by name prevents deadlocks between two processes.
    const byName = [...names].sort(([a], [b]) => (a < b ? -1 : 1))
    const rows = await ask<{ name: string; left: number }>('settle', SETTLE, [
      columns.text(byName.map(([name]) => name)),
      columns.float8(byName.map(([, { cost, every_ms }]) => cost * every_ms)),
      columns.float8(byName.map(([, { refill }]) => refill)),
    ])
    for (const { name, left: remaining } of rows) {
      const entry = names.get(name)
      if (entry === undefined) continue
      const since = unsettled.get(entry.key)
      buckets.set(entry.key, remaining + (since === undefined ? 0 : since.cost * since.every_ms))
    }
  }
  const settle = (): Promise<void> => {
    // Use that cannot be settled is counted by this process only.
    settling ??= tell()
      .catch(() => {})
      .finally(() => {
        settling = null
      })
    return settling
  }
  const timer = setInterval(() => void settle(), SETTLE_MS)
  timer.unref()

  return {
    async take(key, rate, cost = 1) {
      const { burst, every_ms } = rate
      const name = nameOf(key)
      try {
        const [row] = await ask<{ left: number }>('take', TAKE, [
          name,
          cost * every_ms,
          burst * every_ms,
        ])
        if (row !== undefined) {
          buckets.set(key, row.left)
          return 0
        }
        const [{ left: remaining } = { left: 0 }] = await ask<{ left: number }>('left', LEFT, [
          name,
        ])
        buckets.set(key, remaining)
        return Math.max(1, Math.ceil((remaining + cost * every_ms - burst * every_ms) / 1_000))
      } catch {
        return buckets.take(key, rate, cost)
      }
    },
    takeNow,
    async give(key, rate, cost = 1) {
      buckets.give(key, rate, cost)
      const use = unsettled.get(key)
      if (use !== undefined && use.cost >= cost) use.cost -= cost
      else await ask('give', GIVE, [nameOf(key), cost * rate.every_ms]).catch(() => {})
    },
    async acquireTurn(key, pause, patience) {
      try {
        const [row] = await ask<{ left: number }>('turn', TURN, [
          nameOf(turnKey(key)),
          pause,
          patience,
        ])
        return row === undefined ? null : row.left
      } catch {
        return alone.acquireTurn(key, pause * Math.max(1, processes()), patience)
      }
    },
    async backOff(key, ms) {
      await alone.backOff(key, ms)
      await ask('rest', REST, [nameOf(backOffKey(key)), ms]).catch(() => {})
    },
    async backOffLeft(key) {
      const ownBackOff = await alone.backOffLeft(key)
      if (ownBackOff > 0) return ownBackOff
      const [{ left: remaining } = { left: 0 }] = await ask<{ left: number }>('left', LEFT, [
        nameOf(backOffKey(key)),
      ]).catch(() => [])
      return remaining
    },
    settle,
    async close() {
      clearInterval(timer)
      await settle()
    },
  }
}

/** Job: removes keys whose bucket is full again. */
export async function sweepLimits({ pool }: { readonly pool: Pick<Pool, 'query'> }): Promise<void> {
  await pool.query('delete from limits where until < extract(epoch from now()) * 1000')
}
