// Every device in memory, kept true by the database's own notices: devices sign in again while the database is away.
import type { Context } from '@flotta/platform/feature.ts'
import { allowedNetworks } from '@flotta/platform/gateway/networks.ts'
import { once } from '@flotta/platform/once.ts'
import type { Mount } from './rules.ts'
import './tables.ts'

export interface KnownDevice {
  readonly id: number
  readonly imei: string
  readonly protocol: string
  readonly profile: string
  /** Seconds; null: the profile's. */
  readonly reporting_interval: number | null
  readonly wiring: Readonly<Record<string, string>>
  /** Whether it may sign in from an address. */
  readonly allows: (address: string) => boolean
  readonly deleted: boolean
  /** By time. */
  readonly mounts: readonly Mount[]
}

export interface Directory {
  byImei(imei: string): Promise<KnownDevice | null>
  /** Asks the database even for an IMEI that is not in memory. */
  lookUp(imei: string): Promise<KnownDevice | null>
  /** Also devices that were removed: what they sent before is still theirs. Unknown ids are missing in the answer. */
  byIds(ids: Iterable<number>): Promise<ReadonlyMap<number, KnownDevice>>
}

type DirectoryContext = Pick<Context, 'pool' | 'changes'>
/** The one directory of a process. */
export const directoryOf = once((ctx: DirectoryContext): Directory => openDirectory(ctx))

interface Row extends Omit<KnownDevice, 'allows' | 'mounts'> {
  readonly networks: readonly string[]
  /** Parallel to the two others; epoch ms. */
  readonly vehicles: readonly number[] | null
  readonly froms: readonly number[] | null
  readonly tos: readonly (number | null)[] | null
}
const SELECT = `
  select d.id, d.imei, d.protocol, d.profile, d.reporting_interval, d.wiring, d.networks, d.deleted_at is not null as deleted, m.vehicles, m.froms, m.tos
  from devices d
  left join lateral (
    select array_agg(vehicle_id order by mounted_from) as vehicles,
      array_agg((extract(epoch from mounted_from) * 1000)::float8 order by mounted_from) as froms,
      array_agg((extract(epoch from mounted_to) * 1000)::float8 order by mounted_from) as tos
    from device_mounts where device_id = d.id
  ) m on true`

function openDirectory({ pool, changes }: DirectoryContext): Directory {
  const byId = new Map<number, KnownDevice>()
  const byImei = new Map<string, KnownDevice>()
  let everything = true
  let stale = new Set<number>()
  let refreshing: Promise<void> | null = null
  changes.on(({ table, id, device_id }) => {
    if (table === '*') everything = true
    else if (table === 'devices' && id !== undefined) stale.add(id)
    else if (table === 'device_mounts' && device_id !== undefined) stale.add(device_id)
  })

  const read = async (where: string, parameters: readonly unknown[]): Promise<KnownDevice[]> =>
    (await pool.query<Row>(`${SELECT} where ${where}`, [...parameters])).rows.map(known)
  const forget = (id: number): void => {
    const device = byId.get(id)
    byId.delete(id)
    if (device !== undefined && byImei.get(device.imei) === device) byImei.delete(device.imei)
  }
  const remember = (device: KnownDevice): void => {
    forget(device.id)
    byId.set(device.id, device)
    byImei.set(device.imei, device)
  }
  const refresh = async (): Promise<void> => {
    const all = everything
    const ids = stale
    everything = false
    stale = new Set()
    try {
      if (all) {
        const devices = await read('d.deleted_at is null', [])
        byId.clear()
        byImei.clear()
        for (const device of devices) remember(device)
      } else {
        const devices = await read('d.deleted_at is null and d.id = any($1::int4[])', [[...ids]])
        for (const id of ids) forget(id)
        for (const device of devices) remember(device)
      }
    } catch (error) {
      everything ||= all
      for (const id of ids) stale.add(id)
      throw error
    }
  }
  /** What was told before this call is read before it returns. */
  const fresh = async (): Promise<void> => {
    while (everything || stale.size > 0 || refreshing !== null) {
      refreshing ??= refresh().finally(() => {
        refreshing = null
      })
      await refreshing
    }
  }

  return {
    async byImei(imei) {
      await fresh()
      return byImei.get(imei) ?? null
    },
    async lookUp(imei) {
      await fresh()
      const held = byImei.get(imei)
      if (held !== undefined) return held
      const [device] = await read('d.deleted_at is null and d.imei = $1', [imei])
      if (device === undefined) return null
      remember(device)
      return device
    },
    async byIds(ids) {
      await fresh()
      const found = new Map<number, KnownDevice>()
      const missing: number[] = []
      for (const id of ids) {
        const device = byId.get(id)
        if (device === undefined) missing.push(id)
        else found.set(id, device)
      }
      if (missing.length > 0) for (const device of await read('d.id = any($1::int4[])', [missing])) found.set(device.id, device)
      return found
    },
  }
}

function known({ networks, vehicles, froms, tos, ...device }: Row): KnownDevice {
  const mounts = (vehicles ?? []).map((vehicle_id, i) => ({ vehicle_id, from: froms?.[i] ?? 0, to: tos?.[i] ?? null }))
  return { ...device, allows: allowedNetworks(networks), mounts }
}
