// Connections to the operator's own MQTT broker. They are not reconnected automatically.
import { readFile } from 'node:fs/promises'
import type { IClientOptions, MqttClient } from 'mqtt'
import type { Config } from './config.ts'

export type BrokerConfig = Pick<Config, 'FLOTTA_MQTT_URL' | 'FLOTTA_MQTT_CA'>

const CONNECT_MS = 10_000

/** A client of the broker that does not reconnect by itself. */
export async function connectBroker(
  { FLOTTA_MQTT_URL: url = '', FLOTTA_MQTT_CA: ca }: BrokerConfig,
  session: Pick<IClientOptions, 'will'> & { readonly clientId: string; readonly clean: boolean },
): Promise<MqttClient> {
  // Loaded with the first connection, because most installations have no broker.
  const { default: mqtt } = await import('mqtt')
  return mqtt.connect(url, {
    ...session,
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    keepalive: 30,
    // Commands that were not sent in time are reported as not sent.
    queueQoSZero: false,
    ...(ca !== undefined && { ca: await readFile(ca) }),
  })
}
const whenConnected = (client: MqttClient): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
    client.once('close', () => reject(new Error('the broker does not answer')))
  })

/** Rejects, with a message for the operator, when the broker does not accept this installation. */
export async function brokerAnswers(config: BrokerConfig): Promise<void> {
  const clientId = `flotta-look-${process.pid}-${Math.random().toString(36).slice(2, 8)}`
  const client = await connectBroker(config, { clientId, clean: true })
  try {
    await whenConnected(client)
  } finally {
    client.on('error', () => {})
    client.end(true)
  }
}

export interface Message {
  readonly topic: string
  readonly payload: string
  /** The broker retains the message for later subscribers. */
  readonly retain: boolean
}
/** A connection to the broker that publishes messages of the product. */
export interface BrokerChannel {
  /** Aborted once the connection has ended. */
  readonly ended: AbortSignal
  /** Resolves when the broker has received the message; rejects when the connection ends before. Messages keep their order. */
  publish(message: Message): Promise<void>
  end(): Promise<void>
}

/** Rejects when the broker does not accept this installation. */
export async function openChannel(
  config: BrokerConfig,
  { clientId, will }: { readonly clientId: string; readonly will: Message },
): Promise<BrokerChannel> {
  const { topic, payload, retain } = will
  const client = await connectBroker(config, {
    clientId,
    clean: true,
    will: { topic, payload: Buffer.from(payload), retain, qos: 1 },
  })
  const ending = new AbortController()
  const waiting = new Set<(error: Error) => void>()
  client.on('error', () => {})
  client.once('close', () => {
    ending.abort()
    for (const reject of waiting) reject(new Error('the connection to the broker ended'))
    waiting.clear()
    client.end(true)
  })
  await whenConnected(client)
  return {
    ended: ending.signal,
    publish: message =>
      new Promise<void>((resolve, reject) => {
        if (ending.signal.aborted) return reject(new Error('the broker is gone'))
        waiting.add(reject)
        client.publish(
          message.topic,
          message.payload,
          { qos: 1, retain: message.retain },
          error => {
            waiting.delete(reject)
            if (error) reject(error)
            else resolve()
          },
        )
      }),
    end: async () => void (await client.endAsync().catch(() => {})),
  }
}
