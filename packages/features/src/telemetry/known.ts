// What ingest knows beside the records: devices with their mounts, and what derivations ask about vehicles. Read in bulk, cached, forgotten when changed.
import type { VehicleFacts } from '@flotta/core/derivation.ts'
import { type ProfileReader, profileReader } from '@flotta/core/profile-reader.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import type { PoolClient } from 'pg'
import { type Meanings, meaningsOf } from './normalise.ts'
import type { Device, Mount } from './place.ts'

export interface KnownDevice extends Device {
  readonly meanings: Meanings
}
/** Facts of a vehicle by time: each entry holds until `until` (epoch ms, exclusive); the last for ever. */
export type FactsByTime = readonly { readonly until: number; readonly facts: VehicleFacts }[]

export function factsAt(known: FactsByTime, at: number): VehicleFacts {
  for (const { until, facts } of known) if (at < until) return facts
  throw new RangeError('facts have no last entry')
}

type Queries = Pick<PoolClient, 'query'>

const DEVICES = `select d.id, d.profile, d.wiring, coalesce(json_agg(json_build_array(m.vehicle_id, extract(epoch from m.mounted_from)::text, extract(epoch from m.mounted_to)::text)
    order by m.mounted_from desc) filter (where m.id is not null), '[]') as mounts
  from devices d left join device_mounts m on m.device_id = d.id where d.id = any($1) group by d.id`

const readersOf = once(() => new Map<string, ProfileReader | null>())
function readerOf(ctx: Context, code: string): ProfileReader | null {
  const compiled = readersOf(ctx)
  const known = compiled.get(code)
  if (known !== undefined) return known
  const profile = ctx.profiles.get(code)
  const reader = profile ? profileReader(profile) : null
  compiled.set(code, reader)
  return reader
}

const epochMs = (seconds: string | null, open: number): number => (seconds === null ? open : Math.round(Number(seconds) * 1000))

export async function loadDevices(ctx: Context, client: Queries, ids: readonly number[]): Promise<Map<number, KnownDevice>> {
  const { rows } = await client.query<{
    id: number
    profile: string
    wiring: Record<string, string>
    mounts: [number, string | null, string | null][]
  }>(DEVICES, [ids])
  return new Map(
    rows.map(d => {
      const mounts: Mount[] = d.mounts.map(([vehicle_id, from, to]) => ({
        vehicle_id,
        from: epochMs(from, Number.NEGATIVE_INFINITY),
        to: epochMs(to, Number.POSITIVE_INFINITY),
      }))
      const reader = readerOf(ctx, d.profile)
      return [d.id, { device_id: d.id, reader, wiring: d.wiring, meanings: meaningsOf(d.wiring, reader), mounts }]
    }),
  )
}

const FACTS = `select id as vehicle_id, vehicle_type, configurations, null as until from vehicles where id = any($1)
  union all select vehicle_id, vehicle_type, configurations, extract(epoch from until)::text from vehicle_facts_before where vehicle_id = any($1)
  order by 1, 4 nulls last`

export async function loadFacts(client: Queries, ids: readonly number[]): Promise<Map<number, FactsByTime>> {
  const { rows } = await client.query<{ vehicle_id: number; vehicle_type: string; configurations: Record<string, string>; until: string | null }>(FACTS, [ids])
  const known = new Map<number, { until: number; facts: VehicleFacts }[]>()
  for (const { vehicle_id, vehicle_type, configurations, until } of rows) {
    const entries = known.get(vehicle_id) ?? []
    entries.push({ until: epochMs(until, Number.POSITIVE_INFINITY), facts: { vehicle_id, vehicle_type, configurations } })
    known.set(vehicle_id, entries)
  }
  for (const entries of known.values()) entries.sort((a, b) => a.until - b.until)
  return known
}

/** Devices that a vehicle carried, with the time they were on it: whose words its kept records are in. */
export interface Carried {
  readonly from: number
  readonly to: number
  readonly device: KnownDevice
}
export async function loadCarried(ctx: Context, client: Queries, vehicle_id: number): Promise<Carried[]> {
  const { rows } = await client.query<{ device_id: number }>('select distinct device_id from device_mounts where vehicle_id = $1', [vehicle_id])
  const devices = await loadDevices(
    ctx,
    client,
    rows.map(r => r.device_id),
  )
  return [...devices.values()]
    .flatMap(device => device.mounts.filter(m => m.vehicle_id === vehicle_id).map(m => ({ from: m.from, to: m.to, device })))
    .sort((a, b) => b.from - a.from)
}
