// A device behind a broker: its commands are published to its topic.
import type { Profile, Protocol } from '@flotta/core/protocol.ts'
import type { DeviceIdentity } from '../feature.ts'
import { type DeviceLine, DeviceSession } from './device-session.ts'

export type MqttProtocol = Protocol & { readonly mqtt: NonNullable<Protocol['mqtt']> }

export interface MqttPublisher {
  /** Name of the broker, which stands for the address of its devices. */
  readonly broker: string
  /** False: there is no connection to the broker. */
  publish(topic: string, payload: Uint8Array): boolean
  onLeave(device: MqttDevice): void
}

export class MqttDevice implements DeviceLine {
  readonly address: string
  readonly network: string
  readonly protocol: string
  readonly certificate = null
  readonly password: undefined
  readonly takesCommands: boolean
  readonly session: DeviceSession
  /** When the newest message arrived, ms of the monotonic clock. */
  heardAt = performance.now()
  readonly #protocol: MqttProtocol
  readonly #publisher: MqttPublisher

  constructor(
    protocol: MqttProtocol,
    identifier: string,
    identity: DeviceIdentity,
    publisher: MqttPublisher,
  ) {
    this.#protocol = protocol
    this.#publisher = publisher
    this.address = publisher.broker
    this.network = publisher.broker
    this.protocol = protocol.name
    this.takesCommands = protocol.mqtt.encode !== undefined
    this.session = new DeviceSession(this, identifier, identity)
  }

  get profile(): Profile | undefined {
    const { profile } = this.session.identity
    return this.#protocol.profiles.find(({ code }) => code === profile)
  }

  send(device: DeviceSession, text: string): 'sent' | 'invalid' | 'offline' {
    const message = this.#protocol.mqtt.encode?.(text, device.identifier, this.profile)
    if (message === undefined || message === null) return 'invalid'
    return this.#publisher.publish(message.topic, message.payload) ? 'sent' : 'offline'
  }

  release(): void {
    if (this.session.ended) return
    this.session.ended = true
    this.#publisher.onLeave(this)
  }
}
