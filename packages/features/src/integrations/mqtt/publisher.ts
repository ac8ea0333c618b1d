// Publishes to the operator's broker, by one process at a time: the last state of each vehicle whenever it changes, and incidents, which count as published
// once the broker has acknowledged them.
import { setTimeout as pause } from 'node:timers/promises'
import { type BrokerChannel, openChannel } from '@flotta/platform/broker.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type Lease, takeLease } from '@flotta/platform/lease.ts'
import { gauge } from '@flotta/platform/metrics.ts'
import { Broker, discoveryOf } from './broker-memory.ts'
import { CompanyStates } from './company-states.ts'
import { IncidentPublisher } from './incidents.ts'
import { endProgress, publishingCompanies, storedTopics } from './queries.ts'
import { statusTopicOf } from './rules.ts'

const LOCK = 'flotta mqtt out'
const ROUND_MS = 1_000
/** After a round it pauses this many times as long as the round took, so that large fleets slow nothing down. */
const REST = 4
const STANDBY_MS = 2_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

const isConnected = gauge({
  role: 'worker',
  name: 'flotta_mqtt_publishing',
  help: '1 in the process that publishes to the broker, while it is connected',
})

/**
 * Starts publishing.
 * @returns a function that stops it
 */
export function startPublisher(ctx: Context): () => Promise<void> {
  const publisher = new Publisher(ctx)
  return () => publisher.stop()
}

class Publisher {
  readonly #ctx: Context
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  readonly #removeFigure: () => void
  #isPublishing = false
  #fault = ''

  constructor(ctx: Context) {
    this.#ctx = ctx
    this.#removeFigure = isConnected.from(() => (this.#isPublishing ? 1 : 0))
    this.#running = this.#run()
  }
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    this.#removeFigure()
  }

  async #run(): Promise<void> {
    let ms = FIRST_PAUSE_MS
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const lease = await takeLease(this.#ctx.pool, LOCK).catch((error: unknown) => {
        this.#warn(error)
        return null
      })
      const hasPublished = lease !== null && (await this.#publish(lease))
      lease?.release()
      ms = hasPublished ? FIRST_PAUSE_MS : Math.min(ms * 2, LONGEST_PAUSE_MS)
      const wait = lease === null ? STANDBY_MS : ms * (0.5 + Math.random() / 2)
      await pause(wait, undefined, { signal }).catch(() => {})
    }
  }

  /**
   * Publishes until the connection ends, the lease is lost, or the worker stops.
   * @returns whether the broker accepted the connection
   */
  async #publish(lease: Lease): Promise<boolean> {
    const { config, log } = this.#ctx
    const status = { topic: statusTopicOf(config.FLOTTA_MQTT_TOPIC), retain: true }
    let channel: BrokerChannel | null = null
    try {
      channel = await openChannel(config, {
        clientId: `flotta-${config.FLOTTA_CLUSTER}-out`,
        will: { ...status, payload: 'offline' },
      })
      await channel.publish({ ...status, payload: 'online' })
      log.info('mqtt: publishing to the broker')
      this.#isPublishing = true
      this.#fault = ''
      await this.#rounds(
        channel,
        AbortSignal.any([lease.lost, this.#stopping.signal, channel.ended]),
      )
      if (!channel.ended.aborted) await channel.publish({ ...status, payload: 'offline' })
    } catch (error) {
      this.#warn(error)
    }
    const hasPublished = this.#isPublishing
    this.#isPublishing = false
    await channel?.end()
    return hasPublished
  }

  async #rounds(channel: BrokerChannel, end: AbortSignal): Promise<void> {
    const ctx = this.#ctx
    const broker = new Broker(ctx.db, channel, await storedTopics(ctx.db))
    const states = new CompanyStates(ctx, broker, discoveryOf(ctx))
    const incidents = new IncidentPublisher(ctx, channel)
    while (!end.aborted) {
      const began = performance.now()
      const companies = await publishingCompanies(ctx.db)
      await endProgress(ctx.db, companies)
      incidents.keepOnly(companies)
      for (const customer_id of companies) {
        const vehicle_ids = await states.publish(customer_id)
        await incidents.publish(customer_id, vehicle_ids)
      }
      await states.keepOnly(companies)
      await pause(Math.max(ROUND_MS, REST * (performance.now() - began)), undefined, {
        signal: end,
      }).catch(() => {})
    }
  }

  /** Logs each new fault once. */
  #warn(error: unknown): void {
    const fault = error instanceof Error ? error.message : String(error)
    if (fault === this.#fault || this.#stopping.signal.aborted) return
    this.#fault = fault
    this.#ctx.log.warn({ fault }, 'mqtt: nothing is published to the broker')
  }
}
