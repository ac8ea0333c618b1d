// Reads from the operator's own MQTT broker: one process at a time, in a session that the broker keeps, and it acknowledges after the commit.
import { setTimeout as pause } from 'node:timers/promises'
import type { Protocol } from '@flotta/core/protocol.ts'
import type { IPublishPacket, MqttClient } from 'mqtt'
import type { Pool } from 'pg'
import { type BrokerConfig, connectBroker } from '../broker.ts'
import type { Config } from '../config.ts'
import { type Lease, takeLease } from '../lease.ts'
import type { Logger } from '../log.ts'
import type { MqttProtocol } from './mqtt-device.ts'
import { MqttDevices, type MqttHost } from './mqtt-devices.ts'

const FIRST_PAUSE_MS = 500
/** A broker that has restarted accepts messages of devices at once, and if it kept no session it drops them until a process reads. So pauses are short. */
const LONGEST_PAUSE_MS = 2_000
/** Interval at which a process checks whether it can take over the reading, ms. */
const STANDBY_MS = 2_000
/** Largest number of messages that await their commit; beyond it nothing more is read from the broker. */
const MOST_PENDING = 500
const PUBACK = 0x40
/** Name of the lock of the one process of an installation that reads from the broker. */
const LOCK = 'flotta mqtt'

const isSpeaker = (protocol: Protocol): protocol is MqttProtocol => protocol.mqtt !== undefined

export interface MqttLinkOptions {
  readonly config: BrokerConfig & Pick<Config, 'FLOTTA_CLUSTER'>
  readonly pool: Pick<Pool, 'connect'>
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly host: MqttHost
}

export class MqttLink {
  readonly #options: MqttLinkOptions
  readonly #topics: readonly string[]
  readonly #devices: MqttDevices
  readonly #stopping = new AbortController()
  #client: MqttClient | null = null
  #pending = 0
  /** Continues to read from the broker. */
  #resume: (() => void) | null = null
  #running: Promise<void> = Promise.resolve()
  #fault = ''

  constructor(protocols: readonly Protocol[], options: MqttLinkOptions) {
    const speakers = protocols.filter(isSpeaker)
    const broker = new URL(options.config.FLOTTA_MQTT_URL ?? '').hostname
    this.#options = options
    this.#topics = [...new Set(speakers.flatMap(({ mqtt }) => mqtt.topics))]
    this.#devices = new MqttDevices(speakers, options.host, broker, (topic, payload) =>
      this.#publish(topic, payload),
    )
  }

  start(): void {
    this.#running = this.#run()
  }
  sweep(now: number): void {
    this.#devices.sweep(now)
  }
  /** Messages that are not acknowledged yet are sent again to the next process that reads. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  /** Reads from the broker whenever no other process does, with growing pauses between failures. */
  async #run(): Promise<void> {
    let ms = FIRST_PAUSE_MS
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const lease = await takeLease(this.#options.pool, LOCK).catch((error: unknown) => {
        this.#say(String(error))
        return null
      })
      const hasRead = lease !== null && (await this.#read(lease))
      lease?.release()
      ms = hasRead ? FIRST_PAUSE_MS : Math.min(ms * 2, LONGEST_PAUSE_MS)
      const wait = lease === null ? STANDBY_MS : ms * (0.5 + Math.random() / 2)
      await pause(wait, undefined, { signal }).catch(() => {})
    }
  }

  /** Reads until the connection ends, the lease is lost, or the gateway stops. @returns whether the broker accepted the connection */
  async #read(lease: Lease): Promise<boolean> {
    const { config, log, host } = this.#options
    const clientId = `flotta-${config.FLOTTA_CLUSTER}`
    let hasRead = false
    try {
      const client = await connectBroker(config, { clientId, clean: false })
      this.#client = client
      this.#pending = 0
      const end = (): void => void client.end(true)
      const signals = [lease.lost, this.#stopping.signal]
      for (const signal of signals) signal.addEventListener('abort', end)
      client.handleMessage = (packet, done) => this.#take(client, packet, done)
      client.on('error', error => this.#say(error.message))
      client.on('connect', () => {
        client
          .subscribeAsync([...this.#topics], { qos: 1 })
          .then(() => {
            hasRead = true
            this.#fault = ''
            host.stats.mqtt_connected = 1
            log.info({ topics: this.#topics }, 'mqtt: reading from the broker')
          })
          .catch((error: unknown) => {
            this.#say(String(error))
            end()
          })
      })
      await new Promise<void>(resolve => {
        client.once('close', () => resolve())
        if (signals.some(signal => signal.aborted)) end()
      })
      for (const signal of signals) signal.removeEventListener('abort', end)
      client.end(true)
    } catch (error) {
      this.#say(String(error))
    }
    this.#client = null
    this.#resume = null
    host.stats.mqtt_connected = 0
    this.#devices.leaveAll()
    return hasRead
  }

  /** Logs one line for each new fault. */
  #say(fault: string): void {
    if (fault === this.#fault || this.#stopping.signal.aborted) return
    this.#fault = fault
    this.#options.log.warn({ fault }, 'mqtt: the broker is not reached')
  }

  /** The library would acknowledge at once. It is therefore given an error, and the acknowledgement is written after the commit. */
  #take(client: MqttClient, packet: IPublishPacket, done: (error?: Error) => void): void {
    const { topic, payload, qos, messageId } = packet
    this.#pending++
    const ended = (): void => {
      if (this.#client !== client) return
      this.#pending--
      const resume = this.#resume
      this.#resume = null
      resume?.()
    }
    this.#devices.take(
      { topic, payload: typeof payload === 'string' ? Buffer.from(payload) : payload },
      () => {
        ended()
        if (qos === 1 && messageId !== undefined && this.#client === client && client.connected)
          client.stream.write(Buffer.from([PUBACK, 2, messageId >> 8, messageId & 255]))
      },
      () => {
        ended()
        // With a new connection the broker sends again what was not acknowledged.
        if (this.#client === client) client.end(true)
      },
    )
    const go = (): void => done(qos === 1 ? new Error('acknowledged after its commit') : undefined)
    if (this.#pending < MOST_PENDING) go()
    else this.#resume = go
  }

  #publish(topic: string, payload: Uint8Array): boolean {
    const client = this.#client
    if (client === null || !client.connected) return false
    client.publish(topic, Buffer.from(payload), { qos: 1 })
    return true
  }
}
