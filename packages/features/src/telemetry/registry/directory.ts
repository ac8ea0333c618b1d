// The devices in memory, kept up to date by the notices of the database, so that devices can sign
// in while the database is away.
// When there are too many, the devices that were asked for last stay in memory; the names of all
// devices always do.
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
  /** Nobody said what it speaks: its first sign-in says it. */
  readonly assumed_family: boolean
  /** Seconds; null: the profile's. */
  readonly reporting_interval: number | null
  /** What its clock is set to; null: as it came. */
  readonly time_zone: string | null
  readonly wiring: Readonly<Record<string, string>>
  /** Whether the device may sign in from this address and with this certificate. */
  readonly allows: (from: Pick<Origin, 'address' | 'certificate'>) => boolean
  /** The digest of the password that the device signs in with; null: it needs none. */
  readonly password_hash: string | null
  readonly deleted: boolean
  /** The mounts of the device by time, also those under a former registration of its IMEI. */
  readonly mounts: readonly DeviceMount[]
}
/** A mount in a vehicle, with the profile and wiring of the device there. */
export interface DeviceMount extends Mount {
  /** The registration that it belongs to. */
  readonly device_id: number
  readonly profile: string
  readonly wiring: Readonly<Record<string, string>>
}

export interface Directory {
  /** Asks the database only for a device whose name is known. */
  byImei(imei: string): Promise<KnownDevice | null>
  /** Asks the database also for a name that no device is known by. */
  lookUp(imei: string): Promise<KnownDevice | null>
  /**
   * Finds removed devices too, because records that they sent before are still theirs. Unknown ids
   * are missing in the answer.
   */
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
  select d.id, d.imei, d.protocol, d.profile, d.assumed_family, d.reporting_interval, d.time_zone, d.wiring, d.networks, d.certificates, d.password_hash, d.deleted_at is not null as deleted, m.mounts
  from devices d
  left join lateral (
    select json_agg(json_build_object('vehicle_id', vehicle_id, 'from', round(extract(epoch from mounted_from) * 1000), 'to', round(extract(epoch from mounted_to) * 1000),
      'device_id', o.id, 'profile', o.profile, 'wiring', o.wiring) order by mounted_from, o.id) as mounts
    from devices o join device_mounts on device_id = o.id where o.imei = d.imei
  ) m on true`

/** Devices in memory; as many as a worker holds states of vehicles. */
const MOST_DEVICES = 50_000

/** Devices by id and by name. When there are too many, the least recently used one is dropped. */
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

export const openDirectory = (ctx: DirectoryContext, most = MOST_DEVICES): Directory =>
  new CachedDirectory(ctx, most)

/** Keeps the devices in memory and reads again what the database reports as changed. */
class CachedDirectory implements Directory {
  readonly #pool: DirectoryContext['pool']
  readonly #most: number
  readonly #recent: RecentDevices
  readonly #names = new DeviceNames()
  /** Everything has to be read again. */
  #isAllStale = true
  /** Ids of the devices that have to be read again. */
  #stale = new Set<number>()
  #refreshing: Promise<void> | null = null
  /** Counts the changes of devices, so that an answer that was read before a change is not kept. */
  #changeCount = 0

  constructor({ pool, changes }: DirectoryContext, most: number) {
    this.#pool = pool
    this.#most = most
    this.#recent = new RecentDevices(most)
    changes.on(({ table, id, device_id }) => {
      if (table === '*') this.#isAllStale = true
      else if (table === 'devices' && id !== undefined) this.#stale.add(id)
      else if (table === 'device_mounts' && device_id !== undefined) this.#stale.add(device_id)
      else return
      this.#changeCount++
    })
  }

  async byImei(imei: string): Promise<KnownDevice | null> {
    await this.#refreshStale()
    return this.#recent.named(imei) ?? (this.#names.has(imei) ? this.#readOne(imei) : null)
  }
  async lookUp(imei: string): Promise<KnownDevice | null> {
    await this.#refreshStale()
    return this.#recent.named(imei) ?? this.#readOne(imei)
  }
  async byIds(ids: Iterable<number>): Promise<ReadonlyMap<number, KnownDevice>> {
    await this.#refreshStale()
    const devices = new Map<number, KnownDevice>()
    const missing: number[] = []
    for (const id of ids) {
      const device = this.#recent.get(id)
      if (device === undefined) missing.push(id)
      else devices.set(id, device)
    }
    if (missing.length > 0) {
      const before = this.#changeCount
      for (const device of await this.#read('d.id = any($1::int4[])', [missing])) {
        devices.set(device.id, device)
        if (!device.deleted && this.#changeCount === before) this.#remember(device)
      }
    }
    return devices
  }

  /** Reads again everything that changed before this call. */
  async #refreshStale(): Promise<void> {
    while (this.#isAllStale || this.#stale.size > 0 || this.#refreshing !== null) {
      this.#refreshing ??= this.#refresh().finally(() => {
        this.#refreshing = null
      })
      await this.#refreshing
    }
  }
  async #refresh(): Promise<void> {
    const all = this.#isAllStale
    const ids = this.#stale
    this.#isAllStale = false
    this.#stale = new Set()
    try {
      if (all) await this.#readAll()
      else await this.#readAgain(ids)
    } catch (error) {
      this.#isAllStale ||= all
      for (const id of ids) this.#stale.add(id)
      throw error
    }
  }
  async #readAll(): Promise<void> {
    const { rows } = await this.#pool.query<{ all: string | null; total: number }>(
      `select string_agg(imei, ' ') as all, count(*) as total from devices where deleted_at is null`,
    )
    const { all = null, total = 0 } = rows[0] ?? {}
    const devices = total <= this.#most ? await this.#read('d.deleted_at is null', []) : []
    this.#names.replace(all ?? '')
    this.#recent.clear()
    for (const device of devices) this.#remember(device)
  }
  async #readAgain(ids: ReadonlySet<number>): Promise<void> {
    const devices = await this.#read(
      'd.deleted_at is null and d.imei in (select imei from devices where id = any($1::int4[]))',
      [[...ids]],
    )
    const inMemory = new Set(devices.filter(({ id }) => this.#recent.has(id)))
    for (const id of ids) this.#recent.forget(id)
    for (const device of devices) {
      if (inMemory.has(device) || !this.#recent.isFull) this.#remember(device)
      else this.#names.add(device.imei)
    }
  }
  async #readOne(imei: string): Promise<KnownDevice | null> {
    const before = this.#changeCount
    const [device] = await this.#read('d.deleted_at is null and d.imei = $1', [imei])
    // A change that came meanwhile may be newer than this answer.
    if (this.#changeCount === before) {
      if (device === undefined) this.#names.remove(imei)
      else this.#remember(device)
    }
    return device ?? null
  }
  async #read(where: string, parameters: readonly unknown[]): Promise<KnownDevice[]> {
    const { rows } = await this.#pool.query<DeviceRow>(`${SELECT_DEVICES} where ${where}`, [
      ...parameters,
    ])
    return rows.map(deviceOf)
  }
  #remember(device: KnownDevice): void {
    this.#names.add(device.imei)
    this.#recent.put(device)
  }
}

/** The wiring of devices that have none of their own. */
const NO_WIRING: Readonly<Record<string, string>> = {}
const sharedWords = new Map<string, string>()
/** There are few profiles and protocols, so thousands of devices share one string for each. */
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
