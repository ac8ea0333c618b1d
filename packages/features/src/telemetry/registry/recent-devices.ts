// The devices in memory, by id and by name, of which the least recently used ones are dropped.
import type { KnownDevice } from './known-device.ts'

/** Devices in memory; as many as a worker holds states of vehicles. */
export const MOST_DEVICES = 50_000

/** Devices by id and by name. When there are too many, the least recently used one is dropped. */
export class RecentDevices {
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
