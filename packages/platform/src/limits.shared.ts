// Rate limits that several processes share in a table of the database. Calls that must not wait use a share of this process, which is settled with the table twice a second.
// While the database cannot be reached each process counts by itself, so limits still apply and nobody is locked out.
import { createHash } from 'node:crypto'
import { columns } from './columns.ts'
import type { Pool } from './db.ts'
import { GIVE, LEFT, LimitsTable, REST, SETTLE, TAKE, TURN } from './limits.table.ts'
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

export const sharedLimits = (pool: Pick<Pool, 'query'>, options: SharedOptions): SharedLimits =>
  new DatabaseLimits(pool, options)

class DatabaseLimits implements SharedLimits {
  readonly #table: LimitsTable
  readonly #processes: () => number
  readonly #buckets: TokenBuckets
  /** The limits that are used while the database cannot be reached. The pause between turns grows with the number of processes. */
  readonly #alone: Limits
  readonly #timer: NodeJS.Timeout
  #unsettled = new Map<string, UnsettledUse>()
  #settling: Promise<void> | null = null

  constructor(pool: Pick<Pool, 'query'>, { log, processes, now }: SharedOptions) {
    this.#table = new LimitsTable(pool, log, now)
    this.#processes = processes
    this.#buckets = new TokenBuckets(now ?? Date.now)
    this.#alone = memoryLimits(now ?? Date.now)
    this.#timer = setInterval(() => void this.settle(), SETTLE_MS)
    this.#timer.unref()
  }

  async take(key: string, rate: Rate, cost = 1): Promise<number> {
    const { burst, every_ms } = rate
    const name = nameOf(key)
    try {
      const [row] = await this.#table.query<{ left: number }>('take', TAKE, [
        name,
        cost * every_ms,
        burst * every_ms,
      ])
      if (row !== undefined) {
        this.#buckets.set(key, row.left)
        return 0
      }
      const remaining = await this.#remaining(name)
      this.#buckets.set(key, remaining)
      return Math.max(1, Math.ceil((remaining + cost * every_ms - burst * every_ms) / 1_000))
    } catch {
      return this.#buckets.take(key, rate, cost)
    }
  }

  takeNow(key: string, rate: Rate, cost = 1): number {
    const use = this.#unsettled.get(key)
    const share = Math.max(cost, Math.ceil(rate.burst / Math.max(1, this.#processes())))
    if (use !== undefined && use.cost + cost > share) return 1
    const wait = this.#buckets.take(key, rate, cost)
    if (wait > 0) return wait
    if (use === undefined)
      this.#unsettled.set(key, {
        cost,
        refill: rate.burst * rate.every_ms,
        every_ms: rate.every_ms,
      })
    else use.cost += cost
    return 0
  }

  untilWhole(key: string): number {
    return this.#buckets.remaining(key)
  }

  async give(key: string, rate: Rate, cost = 1): Promise<void> {
    this.#buckets.give(key, rate, cost)
    const use = this.#unsettled.get(key)
    if (use !== undefined && use.cost >= cost) use.cost -= cost
    else await this.#table.query('give', GIVE, [nameOf(key), cost * rate.every_ms]).catch(() => {})
  }

  async acquireTurn(key: string, pause: number, patience: number): Promise<number | null> {
    try {
      const [row] = await this.#table.query<{ left: number }>('turn', TURN, [
        nameOf(turnKey(key)),
        pause,
        patience,
      ])
      return row === undefined ? null : row.left
    } catch {
      return this.#alone.acquireTurn(key, pause * Math.max(1, this.#processes()), patience)
    }
  }

  async backOff(key: string, ms: number): Promise<void> {
    await this.#alone.backOff(key, ms)
    await this.#table.query('rest', REST, [nameOf(backOffKey(key)), ms]).catch(() => {})
  }

  async backOffLeft(key: string): Promise<number> {
    const ownBackOff = await this.#alone.backOffLeft(key)
    if (ownBackOff > 0) return ownBackOff
    return this.#remaining(nameOf(backOffKey(key))).catch(() => 0)
  }

  settle(): Promise<void> {
    // Use that cannot be settled is counted by this process only.
    this.#settling ??= this.#settleUse()
      .catch(() => {})
      .finally(() => {
        this.#settling = null
      })
    return this.#settling
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.settle()
  }

  /** Milliseconds until the bucket of a name in the table is full again. */
  async #remaining(name: string): Promise<number> {
    const [row] = await this.#table.query<{ left: number }>('left', LEFT, [name])
    return row?.left ?? 0
  }

  /** Adds the use of this process to the table and takes over what the other processes used. */
  async #settleUse(): Promise<void> {
    if (this.#unsettled.size === 0) return
    const entries = [...this.#unsettled].sort(([, a], [, b]) => b.cost - a.cost).slice(0, MOST_TOLD)
    this.#unsettled = new Map()
    const names = new Map(entries.map(([key, use]) => [nameOf(key), { key, ...use }]))
    // The order by name prevents deadlocks between two processes.
    const byName = [...names].sort(([a], [b]) => (a < b ? -1 : 1))
    const rows = await this.#table.query<{ name: string; left: number }>('settle', SETTLE, [
      columns.text(byName.map(([name]) => name)),
      columns.float8(byName.map(([, { cost, every_ms }]) => cost * every_ms)),
      columns.float8(byName.map(([, { refill }]) => refill)),
    ])
    for (const { name, left: remaining } of rows) {
      const entry = names.get(name)
      if (entry === undefined) continue
      const since = this.#unsettled.get(entry.key)
      this.#buckets.set(
        entry.key,
        remaining + (since === undefined ? 0 : since.cost * since.every_ms),
      )
    }
  }
}

/** Job: removes keys whose bucket is full again. */
export async function sweepLimits({ pool }: { readonly pool: Pick<Pool, 'query'> }): Promise<void> {
  await pool.query('delete from limits where until < extract(epoch from now()) * 1000')
}
