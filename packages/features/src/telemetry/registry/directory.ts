// Devices in memory, kept true by the database's own notices: they sign in again while the database is away. Of more than fit those that were heard last are there; which names are known is known of all.
import type { Context, Origin } from '@flotta/platform/feature.ts'
import { allowedNetworks } from '@flotta/platform/networks.ts'
import { once } from '@flotta/platform/once.ts'
import { DeviceNames } from './names.ts'
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
  /** Whether it may sign in from there: its own networks, and its own certificates where it has some. */
  readonly allows: (from: Pick<Origin, 'address' | 'certificate'>) => boolean
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
  /** Asks the database only for one whose name is known. */
  byImei(imei: string): Promise<KnownDevice | null>
  /** Asks the database even for a name that nobody is known by. */
  lookUp(imei: string): Promise<KnownDevice | null>
  /** Also devices that were removed: what they sent before is still theirs. Unknown ids are missing in the answer. */
  byIds(ids: Iterable<number>): Promise<ReadonlyMap<number, KnownDevice>>
}

type DirectoryContext = Pick<Context, 'pool' | 'changes'>
/** The one directory of a process. */
export const directoryOf = once((ctx: DirectoryContext): Directory => openDirectory(ctx))

interface DeviceRow extends Omit<KnownDevice, 'allows' | 'mounts'> {
  readonly networks: readonly string[]
  readonly certificates: readonly string[]
  readonly mounts: readonly DeviceMount[] | null
}
const SELECT_DEVICES = `
  select d.id, d.imei, d.protocol, d.profile, d.reporting_interval, d.wiring, d.networks, d.certificates, d.deleted_at is not null as deleted, m.mounts
  from devices d
  left join lateral (
    select json_agg(json_build_object('vehicle_id', vehicle_id, 'from', round(extract(epoch from mounted_from) * 1000), 'to', round(extract(epoch from mounted_to) * 1000),
      'device_id', o.id, 'profile', o.profile, 'wiring', o.wiring) order by mounted_from, o.id) as mounts
    from devices o join device_mounts on device_id = o.id where o.imei = d.imei
  ) m on true`

/** Devices in memory; as many as a worker holds states of vehicles. */
const MOST_DEVICES = 50_000

/** By id and by name; those that were asked for longest ago go first. */
class RecentDevices {
  readonly #byId = new Map<number, KnownDevice>()
  readonly #byImei = new Map<string, KnownDevice>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }
  get isFull(): boolean {
    return this.#byId.size >= this.#most
  }
  has(id: number): boolean {
    return this.#byId.has(id)
  }
  get(id: number): KnownDevice | undefined {
    const device = this.#byId.get(id)
    if (device === undefined || !this.isFull) return device
    this.#byId.delete(id)
    this.#byId.set(id, device)
    return device
  }
  named(imei: string): KnownDevice | undefined {
    const device = this.#byImei.get(imei)
    return device === undefined ? undefined : this.get(device.id)
  }
  put(device: KnownDevice): void {
    this.forget(device.id)
    this.#byId.set(device.id, device)
    this.#byImei.set(device.imei, device)
    if (this.#byId.size <= this.#most) return
    const [oldest] = this.#byId.keys()
    if (oldest !== undefined) this.forget(oldest)
  }
  forget(id: number): void {
    const device = this.#byId.get(id)
    this.#byId.delete(id)
    if (device !== undefined && this.#byImei.get(device.imei) === device)
      this.#byImei.delete(device.imei)
  }
  clear(): void {
    this.#byId.clear()
    this.#byImei.clear()
  }
}

export function openDirectory({ pool, changes }: DirectoryContext, most = MOST_DEVICES): Directory {
  const recent = new RecentDevices(most)
  const names = new DeviceNames()
  let everything = true
  let stale = new Set<number>()
  let refreshing: Promise<void> | null = null
  /** Counts what was told of devices. */
  let changeCount = 0
  changes.on(({ table, id, device_id }) => {
    if (table === '*') everything = true
    else if (table === 'devices' && id !== undefined) stale.add(id)
    else if (table === 'device_mounts' && device_id !== undefined) stale.add(device_id)
    else return
    changeCount++
  })

  const readDevices = async (
    where: string,
    parameters: readonly unknown[],
  ): Promise<KnownDevice[]> =>
    (await pool.query<DeviceRow>(`${SELECT_DEVICES} where ${where}`, [...parameters])).rows.map(
      deviceOf,
    )
  const remember = (device: KnownDevice): void => {
    names.add(device.imei)
    recent.put(device)
  }
  const readAll = async (): Promise<void> => {
    const { rows } = await pool.query<{ all: string | null; total: number }>(
      `select string_agg(imei, ' ') as all, count(*) as total from devices where deleted_at is null`,
    )
    const { all = null, total = 0 } = rows[0] ?? {}
    const devices = total <= most ? await readDevices('d.deleted_at is null', []) : []
    names.replace(all ?? '')
    recent.clear()
    for (const device of devices) remember(device)
  }
  const refresh = async (): Promise<void> => {
    const all = everything
    const ids = stale
    everything = false
    stale = new Set()
    try {
      if (all) await readAll()
      else {
        const devices = await readDevices(
          'd.deleted_at is null and d.imei in (select imei from devices where id = any($1::int4[]))',
          [[...ids]],
        )
        const were = new Set(devices.filter(({ id }) => recent.has(id)))
        for (const id of ids) recent.forget(id)
        for (const device of devices) {
          if (were.has(device) || !recent.isFull) remember(device)
          else names.add(device.imei)
        }
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
  const ask = async (imei: string): Promise<KnownDevice | null> => {
    const before = changeCount
    const [device] = await readDevices('d.deleted_at is null and d.imei = $1', [imei])
    // what was told of meanwhile may be newer
    if (changeCount === before) {
      if (device === undefined) names.remove(imei)
      else remember(device)
    }
    return device ?? null
  }

  return {
    async byImei(imei) {
      await fresh()
      return recent.named(imei) ?? (names.has(imei) ? ask(imei) : null)
    },
    async lookUp(imei) {
      await fresh()
      return recent.named(imei) ?? ask(imei)
    },
    async byIds(ids) {
      await fresh()
      const devices = new Map<number, KnownDevice>()
      const missing: number[] = []
      for (const id of ids) {
        const device = recent.get(id)
        if (device === undefined) missing.push(id)
        else devices.set(id, device)
      }
      if (missing.length > 0) {
        const before = changeCount
        for (const device of await readDevices('d.id = any($1::int4[])', [missing])) {
          devices.set(device.id, device)
          if (!device.deleted && changeCount === before) remember(device)
        }
      }
      return devices
    },
  }
}

/** Most have none of their own. */
const NO_WIRING: Readonly<Record<string, string>> = {}
const sharedWords = new Map<string, string>()
/** Profiles and protocols are few: thousands of devices share the words for them. */
function sharedWord(word: string): string {
  const knownWord = sharedWords.get(word)
  if (knownWord !== undefined) return knownWord
  sharedWords.set(word, word)
  return word
}
const allowAnywhere: KnownDevice['allows'] = () => true
function signInRule({
  networks,
  certificates,
}: Pick<DeviceRow, 'networks' | 'certificates'>): KnownDevice['allows'] {
  if (networks.length === 0 && certificates.length === 0) return allowAnywhere
  const isNear = allowedNetworks(networks)
  return ({ address, certificate }) =>
    isNear(address) &&
    (certificates.length === 0 || (certificate !== null && certificates.includes(certificate)))
}
const wiringOrNone = (wiring: Readonly<Record<string, string>>) =>
  Object.keys(wiring).length === 0 ? NO_WIRING : wiring

function deviceOf({
  networks,
  certificates,
  mounts,
  protocol,
  profile,
  wiring,
  ...device
}: DeviceRow): KnownDevice {
  const ownWords = { profile: sharedWord(profile), wiring: wiringOrNone(wiring) }
  return {
    ...device,
    ...ownWords,
    protocol: sharedWord(protocol),
    allows: signInRule({ networks, certificates }),
    mounts: (mounts ?? []).map(mount =>
      mount.device_id === device.id
        ? { ...mount, ...ownWords }
        : { ...mount, profile: sharedWord(mount.profile), wiring: wiringOrNone(mount.wiring) },
    ),
  }
}
