// The messages that the broker retains. Each topic is stored in the database before it is published, so that it can be cleared.
import type { BrokerChannel } from '@flotta/platform/broker.ts'
import type { Db } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { counter } from '@flotta/platform/metrics.ts'
import { addTopics, removeTopics } from './queries.ts'
import type { Discovery, LastMessage } from './rules.ts'

/** Messages in flight at once. */
const BATCH = 500

export const publishedMessages = counter({
  role: 'worker',
  name: 'flotta_mqtt_published_total',
  help: 'Messages that the broker has taken, by what they tell',
  labels: ['kind'],
})

/** The settings of Home Assistant's discovery. */
export const discoveryOf = ({ config, say }: Pick<Context, 'config' | 'say'>): Discovery => ({
  prefix: config.FLOTTA_MQTT_DISCOVERY,
  template: config.FLOTTA_MQTT_TOPIC,
  cluster: config.FLOTTA_CLUSTER,
  say: words => say(config.FLOTTA_LANGUAGE, words),
})

export class Broker {
  readonly #db: Db
  readonly #channel: BrokerChannel
  readonly #topics: Set<string>

  /** @param topics topics with a retained message */
  constructor(db: Db, channel: BrokerChannel, topics: Set<string>) {
    this.#db = db
    this.#channel = channel
    this.#topics = topics
  }
  get topics(): ReadonlySet<string> {
    return this.#topics
  }

  async keep(messages: readonly LastMessage[]): Promise<void> {
    const newTopics = messages.map(({ topic }) => topic).filter(topic => !this.#topics.has(topic))
    if (newTopics.length > 0) await addTopics(this.#db, newTopics)
    for (const topic of newTopics) this.#topics.add(topic)
    await this.#publish(messages)
    publishedMessages.inc({ kind: 'state' }, messages.length)
  }
  /** Clears retained messages by publishing empty ones. */
  async forget(topics: readonly string[]): Promise<void> {
    const retained = topics.filter(topic => this.#topics.has(topic))
    if (retained.length === 0) return
    await this.#publish(retained.map(topic => ({ topic, payload: '' })))
    await removeTopics(this.#db, retained)
    for (const topic of retained) this.#topics.delete(topic)
  }
  async #publish(messages: readonly LastMessage[]): Promise<void> {
    for (let i = 0; i < messages.length; i += BATCH)
      await Promise.all(
        messages
          .slice(i, i + BATCH)
          .map(message => this.#channel.publish({ ...message, retain: true })),
      )
  }
}
