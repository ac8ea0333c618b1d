// The devices in memory, kept up to date by the database's notifications, so that devices can sign in while the database is down. When there are too many,
// the most recently used ones stay; the names of all devices always do.
import './tables.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import { type DeviceRow, deviceOf, type KnownDevice, SELECT_DEVICES } from './known-device.ts'
import { DeviceNames } from './names.ts'
import { MOST_DEVICES, RecentDevices } from './recent-devices.ts'

export interface Directory {
  /** Queries the database only for a device whose name is known. */
  byImei(imei: string): Promise<KnownDevice | null>
  /** Queries the database even for an unknown name. */
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
