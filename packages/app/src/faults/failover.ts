// The primary database dies or hangs under load and its standby takes over; nobody informs the server.
import { openPool } from '@flotta/platform/db.ts'
import { type Company, signIn } from '../bench/fleet.ts'
import { until } from '../bench/harness.ts'
import { type Product, startProduct } from '../bench/product.ts'
import { compareRows, type Verdict } from './compare.ts'
import { type Devices, recentDays, startDevices } from './devices.ts'
import { type Pair, type PreparedDatabase, startPair } from './pair.ts'

export interface FailoverOptions {
  /** main.js of the built server */
  readonly main: string
  readonly how: 'SIGKILL' | 'SIGSTOP'
  readonly company: Company
  /** A prepared database. */
  readonly prepared: PreparedDatabase
  readonly records: number
}
export interface FailoverVerdict extends Verdict {
  readonly survived: boolean
  /** Number acknowledged before the primary failed. */
  readonly before: number
  /** ms from the promotion to the standby's first write; from then to the first acknowledgement; and the longest time in which no tracker received anything. */
  readonly promotion: number
  readonly resumed: number
  readonly silence: number
  /** The server's open connections to the new primary. */
  readonly connections: readonly string[]
}

export async function failover({
  main,
  how,
  company,
  prepared,
  records,
}: FailoverOptions): Promise<FailoverVerdict> {
  const count = company.vehicle_ids.length
  let pair: Pair | undefined
  let product: Product | undefined
  let devices: Devices | undefined
  try {
    pair = await startPair(prepared)
    const server = await startProduct(main, {
      DATABASE_URL: `${pair.url}?target_session_attrs=read-write`,
    })
    product = server
    const load = startDevices({ port: server.teltonika, count, records, ...recentDays() })
    devices = load
    await until('the first acknowledgements', () => load.acknowledgements > 3 * count)
    pair.signal(how)
    const fell = performance.now()
    const promotion = await pair.promote()
    const promotedAt = performance.now()
    const before = load.acknowledgements
    // Acknowledgements of packets that were committed before may still have been on their way.
    await until(
      'acknowledgements by the new primary',
      () => load.acknowledgedSince(promotedAt) > 0,
      { every: 5 },
    )
    const pause = performance.now() - promotedAt
    const silence = performance.now() - fell
    const enough = load.acknowledgements + 3 * count
    await until('acknowledgements', () => load.acknowledgements > enough)
    await load.finish()
    await signIn(server.url, company)
    const pool = openPool(pair.standbyUrl, { max: 1, application: 'flotta faults' })
    try {
      // The listener for changes and the check of the primary reconnect by themselves.
      let connections: string[] = []
      await until('all connections to the new primary', async () => {
        connections = await applications(pool)
        return ['flotta', 'flotta changes', 'flotta primary'].every(name =>
          connections.includes(name),
        )
      })
      const verdict = await compareRows(pool, load, company.vehicle_ids)
      return {
        ...verdict,
        survived: !server.ended,
        before,
        promotion,
        resumed: pause,
        silence,
        connections,
      }
    } finally {
      await pool.end()
    }
  } finally {
    devices?.stop()
    if (product && !product.ended) await product.kill()
    pair?.stop()
  }
}

const applications = async (pool: ReturnType<typeof openPool>): Promise<string[]> =>
  (
    await pool.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity where datname = 'flotta' and application_name like 'flotta%' order by 1`,
    )
  ).rows.map(r => r.name)
