// A process's cache of the newest readings and memories of vehicles. Only states that have changed since are read again, because a state is long and costs
// the database time to take apart.
import type { Context } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import { sql } from 'kysely'
import type { LatestEntry } from '../telemetry/pipeline/latest.ts'

export interface NewestValues {
  readonly latest: Readonly<Record<string, LatestEntry | null>>
  readonly memory: Readonly<Record<string, unknown>>
}
/** The names of readings and memories. */
export interface ValueNames {
  readonly kinds?: readonly string[] | undefined
  readonly memories?: readonly string[] | undefined
}
/** A vehicle and the current stamp of its state in the database; null: it has no state. */
export interface StampedVehicle {
  readonly vehicle_id: number
  readonly stamp: string | null
}
interface StampedValues extends NewestValues {
  readonly stamp: string
}

/** States that one statement reads, so that no answer blocks the process for long. */
const READ_AT_ONCE = 1_000
/** States that a process caches for one purpose. */
const MOST = 50_000
/** SQL over `vehicle_state t`: a value that changes with every write of the state. */
export const stampSql = sql<string | null>`t.xmin::text`

const NOTHING: NewestValues = { latest: {}, memory: {} }
const memoriesOf = once(() => new Map<string, Map<number, StampedValues>>())

const pick = <V>(values: Readonly<Record<string, V>>, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap(name => (values[name] === undefined ? [] : [[name, values[name]]])),
  )

/** Vehicle → the values of its state under these names. */
export async function newestValuesOf(
  ctx: Context,
  vehicles: readonly StampedVehicle[],
  { kinds = [], memories = [] }: ValueNames,
): Promise<(vehicle_id: number) => NewestValues> {
  if (kinds.length + memories.length === 0) return () => NOTHING
  const byPurpose = memoriesOf(ctx)
  const purpose = JSON.stringify([kinds, memories])
  const memory = byPurpose.get(purpose) ?? new Map<number, StampedValues>()
  byPurpose.set(purpose, memory)
  const values = new Map<number, NewestValues>()
  const newIds: number[] = []
  for (const { vehicle_id, stamp } of vehicles) {
    const entry = memory.get(vehicle_id)
    if (stamp === null) continue
    if (entry?.stamp === stamp) values.set(vehicle_id, entry)
    else newIds.push(vehicle_id)
  }
  if (memory.size + newIds.length > MOST) memory.clear()
  for (let first = 0; first < newIds.length; first += READ_AT_ONCE) {
    const rows = await statesOf(ctx, newIds.slice(first, first + READ_AT_ONCE), memories.length > 0)
    for (const { vehicle_id, stamp, ...state } of rows) {
      const entry = {
        stamp,
        latest: pick(state.latest, kinds),
        memory: pick(state.memory, memories),
      }
      values.set(vehicle_id, entry)
      memory.set(vehicle_id, entry)
    }
  }
  return vehicle_id => values.get(vehicle_id) ?? NOTHING
}

async function statesOf(
  { db }: Context,
  vehicle_ids: readonly number[],
  hasMemory: boolean,
): Promise<readonly (StampedValues & { readonly vehicle_id: number })[]> {
  const memory = hasMemory ? sql`t.memory` : sql`'{}'::json`
  const { rows } = await sql<StampedValues & { readonly vehicle_id: number }>`
    select t.vehicle_id, ${stampSql} as stamp, t.latest, ${memory} as memory
    from vehicle_state t where t.vehicle_id = any(${vehicle_ids}::int4[])`.execute(db)
  return rows
}
