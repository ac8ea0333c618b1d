// Every device in memory, kept true by the database's own notices: devices sign in again while the database is away.
import type { Context } from '@flotta/platform/feature.ts'
import { allowedNetworks } from '@flotta/platform/networks.ts'
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
  /** Of the box, by time: also those that it had under a former registration of its IMEI. */
  readonly mounts: readonly DeviceMount[]
}
/** In a vehicle, with the words that the device speaks there. */
export interface DeviceMount extends Mount {
  /** The registration that it belongs to. */
  readonly device_id: number
  readonly profile: string
  readonly wiring: Readonly<Record<string, string>>
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
  readonly mounts: readonly DeviceMount[] | null
}
const SELECT = `
  select d.id, d.imei, d.protocol, d.profile, d.reporting_interval, d.wiring, d.networks, d.deleted_at is not null as deleted, m.mounts
  from devices d
  left join lateral (
    select json_agg(json_build_object('vehicle_id', vehicle_id, 'from', round(extract(epoch from mounted_from) * 1000), 'to', round(extract(epoch from mounted_to) * 1000),
      'device_id', o.id, 'profile', o.profile, 'wiring', o.wiring) order by mounted_from, o.id) as mounts
    from devices o join device_mounts on device_id = o.id where o.imei = d.imei
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
        const devices = await read('d.deleted_at is null and d.imei in (select imei from devices where id = any($1::int4[]))', [[...ids]])
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
      if (missing.length > 0)
        for (const device of await read('d.id = any($1::int4[])', [missing])) {
          found.set(device.id, device)
          if (!device.deleted) remember(device)
        }
      return found
    },
  }
}

const known = ({ networks, mounts, ...device }: Row): KnownDevice => ({ ...device, allows: allowedNetworks(networks), mounts: mounts ?? [] })
