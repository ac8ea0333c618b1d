// The devices of one connection: the one that signed in, and those named by frames.
import type { DeviceIdentity } from '../feature.ts'
import { type DeviceLine, DeviceSession } from './device-session.ts'

/** Largest number of devices that share a connection. */
const MOST_DEVICES = 1_000

export class SessionDevices {
  readonly #line: DeviceLine
  readonly #isShared: boolean
  readonly #onLeave: (device: DeviceSession) => void
  readonly #byName = new Map<string, DeviceSession>()
  #signedIn: DeviceSession | null = null
  #ignoredName: string | null = null

  /** @param onLeave called for each device that leaves the connection */
  constructor(line: DeviceLine, isShared: boolean, onLeave: (device: DeviceSession) => void) {
    this.#line = line
    this.#isShared = isShared
    this.#onLeave = onLeave
  }

  get count(): number {
    return this.#byName.size
  }
  /** The device that has signed in: frames without a name are its own. */
  get signedIn(): DeviceSession | null {
    return this.#signedIn
  }
  /** The name under which a sign-in was accepted on the wire although its data is ignored. */
  get ignoredName(): string | null {
    return this.#ignoredName
  }
  /** It is the current connection of a device, or one of a protocol whose devices may have many connections. */
  get isServing(): boolean {
    for (const device of this.#byName.values())
      if (device.openedAt > 0 || !this.#line.takesCommands) return true
    return false
  }

  get(name: string): DeviceSession | undefined {
    return this.#byName.get(name)
  }
  /** The reason why the connection accepts no further device; null: it does. On one connection a device cannot sign in again under another name. */
  whyFull(): string | null {
    const hasName = this.count > 0 || this.#ignoredName !== null
    if (hasName && !this.#isShared) return 'a second sign-in under another name'
    return this.count >= MOST_DEVICES ? 'too many devices on one connection' : null
  }

  join(name: string, identity: DeviceIdentity): DeviceSession {
    const device = new DeviceSession(this.#line, name, identity)
    this.#byName.set(name, device)
    return device
  }
  signIn(device: DeviceSession): void {
    this.#signedIn = device
  }
  ignore(name: string): void {
    this.#ignoredName = name
  }
  leave(device: DeviceSession): void {
    if (this.#byName.get(device.identifier) !== device) return
    this.#byName.delete(device.identifier)
    if (this.#signedIn === device) this.#signedIn = null
    device.ended = true
    this.#onLeave(device)
  }
  leaveAll(): void {
    for (const device of [...this.#byName.values()]) this.leave(device)
  }
}
