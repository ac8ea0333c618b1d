// A device on a connection: most connections have one, those of forwarders and of some protocols several.
import { randomUUID } from 'node:crypto'
import type { DeviceIdentity, Origin } from '../feature.ts'

/** The connection of a device, as the device sees it. */
export interface DeviceLine extends Origin {
  readonly network: string
  /** The protocol can carry commands, so a device has one current connection. */
  readonly takesCommands: boolean
  /** Sends the text of a command; `invalid`: the protocol cannot carry it. */
  send(device: DeviceSession, text: string, addressed: boolean): 'sent' | 'invalid' | 'offline'
  /** The device is no longer served over this connection. */
  release(device: DeviceSession): void
}

export class DeviceSession implements Origin {
  /** Unique; it also identifies the answers to commands. */
  readonly id = randomUUID()
  readonly identifier: string
  identity: DeviceIdentity
  /** Time at which it became the current connection of its device, epoch ms; 0: it is not the current one. */
  openedAt = 0
  /** Its number among the sign-ins of all gateways; 0: not known yet. */
  sign_in = 0
  ended = false
  /** The connection has carried valid data of the device, so commands may be sent to it. */
  trusted = false
  /** When the gateway last reported that the device is alive, ms of the monotonic clock. */
  aliveAt = performance.now()
  readonly #line: DeviceLine

  constructor(line: DeviceLine, identifier: string, identity: DeviceIdentity) {
    this.#line = line
    this.identifier = identifier
    this.identity = identity
  }

  get address(): string {
    return this.#line.address
  }
  get network(): string {
    return this.#line.network
  }
  get protocol(): string {
    return this.#line.protocol
  }
  get certificate(): string | null {
    return this.#line.certificate
  }
  get password(): string | undefined {
    return this.#line.password
  }
  get takesCommands(): boolean {
    return this.#line.takesCommands
  }

  /** Sends the text of a command; with `addressed` the frame names the device. */
  send(text: string, addressed = false): 'sent' | 'invalid' | 'offline' {
    return this.trusted && !this.ended ? this.#line.send(this, text, addressed) : 'offline'
  }

  /** Ends the session; the connection stays open when other devices share it. */
  destroy(): void {
    this.#line.release(this)
  }
}
