// The server and its database are killed while they deliver events to a web hook; then the received events are compared with the stored ones.
import { randomBytes } from 'node:crypto'
import { openReceiver, taking } from '@flotta/features/integrations/webhooks/testing-receiver.ts'
import type { Pool } from '@flotta/platform/db.ts'
import { until } from '../bench/harness.ts'
import { type Product, removeDirectory, startProduct } from '../bench/product.ts'
import { homeOf, withDatabaseOf } from './kill.ts'

const VEHICLES = 3
/** Incidents of each vehicle and round; each has an event when it opens and one when it closes. */
const INCIDENTS = 10

export interface HookKillVerdict {
  readonly events: number
  /** Stored events that were never received. */
  readonly missing: number
  /** Number of events that were received again. */
  readonly repeats: number
  /** Vehicles with an event that was received before an earlier stored one. */
  readonly disordered: readonly number[]
}

/** In every second round the receiver has not answered yet when the server dies, in the others it has just answered. */
export async function hookKilled({
  main,
  rounds,
}: {
  readonly main: string
  readonly rounds: number
}): Promise<HookKillVerdict> {
  const home = await homeOf(VEHICLES)
  const receiver = await openReceiver()
  // A process with the same name need not wait for the end of its leases.
  const env = { FLOTTA_DATA_DIR: home.dir, FLOTTA_WEBHOOK_PRIVATE: '1', FLOTTA_INSTANCE: 'one' }
  let product: Product | undefined
  const start = async () => {
    product = await startProduct(main, env, { ports: home.ports })
    return product
  }
  try {
    let running = await start()
    await withDatabaseOf(home.dir, pool => makeHook(pool, receiver.url))
    for (let round = 1; round <= rounds; round++) {
      const before = receiver.received.length
      const last = before + 3 + round
      receiver.answer = (call, response) => {
        const isLast = receiver.received.length >= last
        if (!isLast || round % 2 === 0) taking(call, response)
      }
      await withDatabaseOf(home.dir, pool => raise(pool, home.company.vehicle_ids))
      await until('an event on its way', () => receiver.received.length >= last, { every: 1 })
      await running.kill()
      receiver.answer = taking
      running = await start()
    }
    return await withDatabaseOf(home.dir, async pool => {
      const stored = await storedEvents(pool)
      const ids = () => new Set(receiver.received.map(({ id }) => id))
      await until('all events', () => ids().size >= stored.length)
      return verdictOf(
        stored,
        receiver.received.map(({ id }) => id),
      )
    })
  } finally {
    if (product !== undefined && !product.ended) await product.kill()
    await receiver.close()
    removeDirectory(home.dir)
  }
}

async function makeHook(pool: Pool, url: string): Promise<void> {
  await pool.query(
    `insert into webhooks (customer_id, url, events, secret, created_at, updated_at)
     select customer_id, $1, '{incident.opened,incident.closed}', $2, now(), now() from vehicles limit 1`,
    [url, `whsec_${randomBytes(32).toString('base64')}`],
  )
}
async function raise(pool: Pool, vehicle_ids: readonly number[]): Promise<void> {
  for (let n = 0; n < INCIDENTS; n++)
    await pool.query(
      `insert into incidents (vehicle_id, id, alert_id, opened_at, closed_at, closed_as, data, origin, updated_at)
       select v, gen_random_uuid(), 40, clock_timestamp(), clock_timestamp(), 'cleared', '{"kind": "sos"}', 'jobs', clock_timestamp() from unnest($1::int4[]) v`,
      [vehicle_ids],
    )
}

interface StoredEvent {
  readonly id: string
  readonly vehicle_id: number
}
/** In the order in which they were stored. */
const storedEvents = async (pool: Pool): Promise<readonly StoredEvent[]> =>
  (
    await pool.query<StoredEvent>(
      `select 'msg_' || message_id as id, vehicle_id from webhook_events order by webhook_events.id`,
    )
  ).rows

function verdictOf(
  stored: readonly StoredEvent[],
  receivedIds: readonly string[],
): HookKillVerdict {
  const disordered = [...new Set(stored.map(event => event.vehicle_id))].filter(vehicle_id => {
    const expected = stored.filter(event => event.vehicle_id === vehicle_id).map(({ id }) => id)
    const places = receivedIds.map(id => expected.indexOf(id)).filter(place => place >= 0)
    // Each event is the next one or a repeat of the last one.
    return places.some((place, i) => {
      const step = place - (places[i - 1] ?? -1)
      return step !== 1 && step !== 0
    })
  })
  const distinct = new Set(receivedIds)
  return {
    events: stored.length,
    missing: stored.filter(({ id }) => !distinct.has(id)).length,
    repeats: receivedIds.length - distinct.size,
    disordered,
  }
}
