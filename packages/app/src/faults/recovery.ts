// The database's machines fail one after another under load, in order and by force; nobody informs the server.
import { openPool } from '@flotta/platform/db.ts'
import { type Product, startProduct } from '../bench/product.ts'
import { compareRows, type Verdict } from './compare.ts'
import { type Devices, startDevices } from './devices.ts'
import type { Machines } from './patroni.ts'

export interface RecoveryOptions {
  /** main.js of the built server */
  readonly main: string
  /** By the index of their tracker. */
  readonly vehicle_ids: readonly number[]
  /** epoch ms of the first record */
  readonly from: number
  /** By the names of the servers, or through HAProxy. */
  readonly way: 'hosts' | 'haproxy'
  readonly rounds: number
  say(line: string): void
  /** Called while records arrive: before any fault, and after all of them. */
  before?(): Promise<void>
  after?(): Promise<void>
}
export interface RecoveryVerdict extends Verdict {
  readonly survived: boolean
  /** Longest time in ms without an acknowledgement for any tracker, by fault, over all rounds. */
  readonly silences: ReadonlyMap<string, number>
}

type Fault = (machines: Machines) => Promise<void>
const FAULTS: Readonly<Record<string, Fault>> = {
  switchover: machines => machines.switchover(),
  'PostgreSQL of the primary killed': async machines =>
    machines.kill(await machines.leader(), 'postgres'),
  'the primary’s machine gone': async machines => machines.kill(await machines.leader(), 'machine'),
  'the synchronous standby’s machine gone': async machines =>
    machines.kill(await machines.standby(), 'machine'),
}

export async function recovery(
  machines: Machines,
  { main, vehicle_ids, from, way, rounds, say, before, after }: RecoveryOptions,
): Promise<RecoveryVerdict> {
  let product: Product | undefined
  let devices: Devices | undefined
  try {
    const server = await startProduct(main, {
      DATABASE_URL: way === 'hosts' ? machines.url : machines.balanced,
      FLOTTA_REPLAY_QUIET: '1',
    })
    product = server
    const load = startDevices({
      port: server.teltonika,
      count: vehicle_ids.length,
      records: 4,
      every: 100,
      from,
      step: 5_000,
    })
    devices = load
    await load.allHeard('the start')
    await before?.()
    const silences = new Map<string, number>()
    load.silence()
    for (let round = 0; round < rounds; round++)
      for (const [name, fault] of Object.entries(FAULTS)) {
        await fault(machines)
        await load.allHeard(name)
        const silence = load.silence()
        silences.set(name, Math.max(silences.get(name) ?? 0, silence))
        say(
          `  … by ${way}, ${name}: longest silence ${(silence / 1_000).toFixed(1)} s, ${load.acknowledgements} packets acknowledged`,
        )
        for (const member of machines.members) machines.again(member)
        await machines.whole()
        load.silence()
      }
    await after?.()
    await load.finish()
    const pool = openPool(machines.url, { max: 1, application: 'flotta faults' })
    try {
      return { ...(await compareRows(pool, load, vehicle_ids)), survived: !server.ended, silences }
    } finally {
      await pool.end()
    }
  } finally {
    devices?.stop()
    if (product && !product.ended) await product.kill()
  }
}
