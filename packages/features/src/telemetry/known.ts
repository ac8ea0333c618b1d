// What ingest knows of devices: their words and the vehicles that carried them. Read in bulk, cached, forgotten when changed.
import { type ProfileReader, profileReader } from '@flotta/core/profile-reader.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import type { PoolClient } from 'pg'
import { type Meanings, meaningsOf } from './normalise.ts'
import type { Device, Mount } from './place.ts'

export interface KnownDevice extends Device {
  readonly meanings: Meanings
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
