// The messages of devices behind a broker: each is committed before it is acknowledged.
import { type DecodedFrame, FrameError, type MqttMessage } from '@flotta/core/protocol.ts'
import type { Identification } from '../feature.ts'
import type { DeviceSession } from './device-session.ts'
import { type CommitHost, commitFrame, isEmptyFrame } from './frame-commit.ts'
import { MqttDevice, type MqttProtocol, type MqttPublisher } from './mqtt-device.ts'
import { countAck } from './stats.ts'

const ALIVE_EVERY_MS = 30_000

/** The functions of the gateway that its devices behind a broker call. */
export interface MqttHost extends CommitHost {
  readonly maxFrame: number
  /** Silence after which a device counts as not connected, ms. */
  readonly idle: number
  identify(identifier: string, protocol: string, address: string): Promise<Identification>
  signedIn(device: DeviceSession): void
  trust(device: DeviceSession): void
  alive(device: DeviceSession): void
  left(device: DeviceSession): void
  fault(protocol: string, address: string, reason: string, error?: unknown): void
}

/** Whether a topic matches a filter with wildcards. */
export function isOfFilter(topic: string, filter: string): boolean {
  const words = topic.split('/')
  const wanted = filter.split('/')
  return words.length === wanted.length && wanted.every((w, i) => w === '+' || w === words[i])
}

export class MqttDevices {
  readonly #protocols: readonly MqttProtocol[]
  readonly #host: MqttHost
  readonly #publish: MqttPublisher['publish']
  readonly #broker: string
  readonly #byName = new Map<string, MqttDevice>()
  /** Messages are published in the order of their arrival, even when looking a device up takes a while. */
  #last: Promise<void> = Promise.resolve()

  constructor(
    protocols: readonly MqttProtocol[],
    host: MqttHost,
    broker: string,
    publish: MqttPublisher['publish'],
  ) {
    this.#protocols = protocols
    this.#host = host
    this.#broker = broker
    this.#publish = publish
  }

  /** Calls exactly one of the two callbacks, later. */
  take(message: MqttMessage, committed: () => void, failed: () => void): void {
    this.#last = this.#last.then(() =>
      this.#handle(message, committed, failed).catch((error: unknown) => {
        this.#host.fault('mqtt', this.#broker, 'a message could not be handled', error)
        failed()
      }),
    )
  }

  /** Devices that were silent for too long count as not connected. */
  sweep(now: number): void {
    for (const device of this.#byName.values())
      if (now - device.heardAt > this.#host.idle) device.release()
  }
  leaveAll(): void {
    for (const device of [...this.#byName.values()]) device.release()
  }

  async #handle(message: MqttMessage, committed: () => void, failed: () => void): Promise<void> {
    const { stats } = this.#host
    stats.mqtt_messages++
    stats.bytes += message.payload.length
    const protocol = this.#protocols.find(({ mqtt }) =>
      mqtt.topics.some(filter => isOfFilter(message.topic, filter)),
    )
    const name = protocol?.mqtt.deviceOf(message.topic) ?? null
    if (protocol === undefined || name === null) {
      this.#refuse('mqtt', 'a message of no device', committed)
      return
    }
    if (message.payload.length > this.#host.maxFrame) {
      this.#refuse(protocol.name, 'a message that is too long', committed)
      return
    }
    const device = await this.#deviceOf(protocol, name)
    if (device === null) {
      stats.unknown++
      committed()
      return
    }
    const decoded = this.#decode(protocol, device, message)
    if (decoded === null) committed()
    else this.#commit(protocol, device, decoded, message.payload.length, committed, failed)
  }

  /** null: the device is unknown. */
  async #deviceOf(protocol: MqttProtocol, name: string): Promise<MqttDevice | null> {
    const key = `${protocol.name} ${name}`
    const present = this.#byName.get(key)
    if (present !== undefined) return present
    const identity = await this.#host.identify(name, protocol.name, this.#broker)
    if (typeof identity === 'string') return null
    const device = new MqttDevice(protocol, name, identity, {
      broker: this.#broker,
      publish: this.#publish,
      onLeave: leaver => {
        this.#byName.delete(key)
        this.#host.left(leaver.session)
      },
    })
    this.#byName.set(key, device)
    this.#host.signedIn(device.session)
    return device
  }

  /** null: the message cannot be read, which is reported. */
  #decode(protocol: MqttProtocol, device: MqttDevice, message: MqttMessage): DecodedFrame | null {
    try {
      const { profile } = device
      const decoded = protocol.mqtt.decode(message, { at: this.#host.now(), profile })
      if (decoded.kind !== 'refused' && decoded.kind !== 'garbage') return decoded
      this.#refuse(protocol.name, 'a message with wrong contents')
    } catch (error) {
      this.#refuse(protocol.name, 'a message that cannot be read', undefined, error)
    }
    return null
  }
  #refuse(protocol: string, reason: string, done: () => void = () => {}, error?: unknown): void {
    this.#host.stats.refused++
    const bug = error instanceof FrameError ? undefined : error
    this.#host.fault(protocol, this.#broker, reason, bug)
    done()
  }

  #commit(
    protocol: MqttProtocol,
    device: MqttDevice,
    decoded: DecodedFrame,
    bytes: number,
    committed: () => void,
    failed: () => void,
  ): void {
    const { session } = device
    const began = performance.now()
    device.heardAt = began
    session.trusted = true
    this.#host.trust(session)
    if (began - session.aliveAt > ALIVE_EVERY_MS) {
      session.aliveAt = began
      this.#host.alive(session)
    }
    if ((decoded.kind !== 'messages' && decoded.kind !== 'reply') || isEmptyFrame(decoded)) {
      committed()
      return
    }
    const localTime = protocol.local_time ?? 0
    commitFrame(
      this.#host,
      decoded,
      { identity: session.identity, session: session.id, protocol: protocol.name, localTime },
      bytes,
      () => {
        committed()
        if (decoded.kind === 'messages') countAck(this.#host.stats, performance.now() - began)
      },
      failed,
    )
  }
}
