// Publishes changes of vehicles in the channel of the customer that owns them, so that a process receives only the vehicles that its readers may see.
import type { Change } from '@flotta/platform/changes.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import { updates, type VehicleUpdate } from '@flotta/platform/topics.ts'

/** Most owners that are cached. A vehicle's owner never changes; a full cache is emptied and read again. */
const OWNERS_CACHED_MAX = 200_000
const ownersOf = once<Map<number, number>, Pick<Context, 'pool'>>(() => new Map())

/** The channel for changes of a customer's own vehicles. */
export const channelOf = (customer_id: number): string => `c${customer_id}`

/** The name under which a process without a bus connection reports changes of vehicles through the database. */
const CHANGE_TABLE = 'vehicle_updates'
/**
 * For the process of the command line: what it publishes on its own bus goes to the other processes as a notification of the database.
 * @returns a function that waits until everything published so far is sent
 */
export function publishByDatabase({
  pool,
  bus,
  log,
}: Pick<Context, 'pool' | 'bus' | 'log'>): () => Promise<void> {
  let publishing: Promise<unknown> = Promise.resolve()
  bus.subscribe(updates, news => {
    const lines = news.map(({ vehicle_id, kinds }) =>
      JSON.stringify({ table: CHANGE_TABLE, vehicle_id, kinds } satisfies Change),
    )
    publishing = publishing
      .then(() =>
        pool.query(`select pg_notify('changed', line) from unnest($1::text[]) as line`, [lines]),
      )
      .catch((error: unknown) =>
        log.warn(
          { error: String(error) },
          'readers are not told what changed: they see it when they read again',
        ),
      )
  })
  return async () => void (await publishing)
}
/** The change of a vehicle that a notification carries; null: the notification is about a row of a table. */
export const vehicleUpdateOf = ({ table, vehicle_id, kinds }: Change): VehicleUpdate | null =>
  table === CHANGE_TABLE && vehicle_id !== undefined && kinds !== undefined
    ? { vehicle_id, kinds }
    : null

/** Publishes changes of vehicles to their owners' channels. It never rejects: after a lost message readers read everything again. */
export async function publishVehicleUpdates(
  { pool, bus }: Pick<Context, 'pool' | 'bus'>,
  news: readonly VehicleUpdate[],
): Promise<void> {
  const owners = ownersOf({ pool })
  const missing = news.filter(({ vehicle_id }) => !owners.has(vehicle_id)).map(n => n.vehicle_id)
  if (missing.length > 0) {
    const { rows } = await pool
      .query<{ id: number; customer_id: number }>({
        name: 'owners',
        text: 'select id, customer_id from vehicles where id = any($1::int4[])',
        values: [missing],
      })
      .catch(() => ({ rows: [] }))
    if (owners.size + rows.length > OWNERS_CACHED_MAX) owners.clear()
    for (const { id, customer_id } of rows) owners.set(id, customer_id)
  }
  const byOwner = new Map<number, VehicleUpdate[]>()
  for (const update of news) {
    const owner = owners.get(update.vehicle_id)
    if (owner === undefined) continue
    const ownerUpdates = byOwner.get(owner)
    if (ownerUpdates === undefined) byOwner.set(owner, [update])
    else ownerUpdates.push(update)
  }
  for (const [owner, ownerUpdates] of byOwner)
    bus.broadcast(updates, ownerUpdates, channelOf(owner))
}
