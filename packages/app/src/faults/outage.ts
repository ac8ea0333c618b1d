// The database is stopped for a while under load and started again.
import { setTimeout as pause } from 'node:timers/promises'
import { openPool } from '@flotta/platform/db.ts'
import { makeCompanies } from '../bench/fleet.ts'
import { memoryMb, until } from '../bench/harness.ts'
import { migratedDirectory, type Product, startDatabase, startProduct } from '../bench/product.ts'
import { compareRows, type Verdict } from './compare.ts'
import { type Devices, recentDays, startDevices } from './devices.ts'

export interface OutageOptions {
  /** main.js of the built server */
  readonly main: string
  readonly seconds: number
  readonly devices: number
  readonly records: number
}
export interface OutageVerdict extends Verdict {
  readonly survived: boolean
  /** Number acknowledged while the database was stopped, which must be 0. */
  readonly acknowledgedAway: number
  /** Memory of the server in MB: before, and its peak until the end. */
  readonly memoryBefore: number
  readonly memoryHighest: number
  /** ms from the database's return to the first acknowledgement */
  readonly resumedAfter: number
}

export async function databaseAway({
  main,
  seconds,
  devices: count,
  records,
}: OutageOptions): Promise<OutageVerdict> {
  const database = await startDatabase('outage', await migratedDirectory('outage'))
  let product: Product | undefined
  let devices: Devices | undefined
  try {
    const [company] = await makeCompanies(database.url, [count])
    const server = await startProduct(main, { DATABASE_URL: database.url })
    product = server
    const load = startDevices({ port: server.teltonika, count, records, ...recentDays() })
    devices = load
    await until('the first acknowledgements', () => load.acknowledgements > count)
    const memoryBefore = memoryMb(server.pid).now
    let acknowledgedAway = 0
    await database.outage(async () => {
      // Acknowledgements of packets that were committed before may arrive long after.
      const stoppedAt = performance.now()
      await pause(seconds * 1000)
      acknowledgedAway = load.acknowledgedSince(stoppedAt)
    })
    const back = performance.now()
    await until('acknowledgements after the outage', () => load.acknowledgedSince(back) > 0, {
      every: 5,
    })
    const resumedAfter = performance.now() - back
    const enough = load.acknowledgements + count
    await until('every tracker’s acknowledgement', () => load.acknowledgements > enough)
    await load.finish()
    const pool = openPool(database.url, { max: 1, application: 'flotta faults' })
    const verdict = await compareRows(pool, load, company?.vehicle_ids ?? []).finally(() =>
      pool.end(),
    )
    return {
      ...verdict,
      survived: !server.ended,
      acknowledgedAway,
      memoryBefore,
      memoryHighest: memoryMb(server.pid).peak,
      resumedAfter,
    }
  } finally {
    devices?.stop()
    if (product && !product.ended) await product.stop()
    await database.stop()
  }
}
