// The last states of each company's vehicles at the broker: changed ones are published, and those that the company no longer sees are cleared.
import { createHash } from 'node:crypto'
import type { Context } from '@flotta/platform/feature.ts'
import { type PinState, pinStatesOf } from '../../map/global-map/queries.ts'
import type { Broker } from './broker-memory.ts'
import { type Discovery, type LastMessage, lastMessages, possibleTopics } from './rules.ts'

interface VehicleMemory {
  /** The same object while it is unchanged. */
  state: PinState
  topics: readonly string[]
  readonly digests: Map<string, string>
}
const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16)

export class CompanyStates {
  readonly #ctx: Context
  readonly #broker: Broker
  readonly #discovery: Discovery
  readonly #companies = new Map<number, Map<number, VehicleMemory>>()
  /** Topics of an earlier connection that no vehicle has used yet; after the first round they are cleared. */
  readonly #unclaimed: Set<string>

  constructor(ctx: Context, broker: Broker, discovery: Discovery) {
    this.#ctx = ctx
    this.#broker = broker
    this.#discovery = discovery
    this.#unclaimed = new Set(broker.topics)
  }

  /**
   * Publishes the states of a company.
   * @returns the vehicles that the company sees
   */
  async publish(customer_id: number): Promise<number[]> {
    const states = await pinStatesOf(this.#ctx, customer_id)
    const vehicles = this.#companies.get(customer_id) ?? new Map<number, VehicleMemory>()
    this.#companies.set(customer_id, vehicles)
    const formerIds = new Set(vehicles.keys())
    const changes: { readonly memory: VehicleMemory; readonly message: LastMessage }[] = []
    const formerTopics: string[] = []
    for (const state of states) {
      formerIds.delete(state.pin.id)
      const memory = vehicles.get(state.pin.id)
      if (memory?.state === state) continue
      const topics = this.#topicsOf(customer_id, state)
      formerTopics.push(...(memory?.topics.filter(topic => !topics.includes(topic)) ?? []))
      const next = memory ?? { state, topics, digests: new Map<string, string>() }
      next.state = state
      next.topics = topics
      vehicles.set(state.pin.id, next)
      for (const message of lastMessages(this.#discovery, customer_id, state.pin))
        if (next.digests.get(message.topic) !== digestOf(message.payload))
          changes.push({ memory: next, message })
    }
    if (changes.length > 0) await this.#broker.keep(changes.map(({ message }) => message))
    for (const { memory, message } of changes)
      memory.digests.set(message.topic, digestOf(message.payload))
    for (const id of formerIds) {
      formerTopics.push(...(vehicles.get(id)?.topics ?? []))
      vehicles.delete(id)
    }
    await this.#broker.forget(formerTopics)
    return states.map(({ pin }) => pin.id)
  }

  /** Clears the retained messages of all other companies, even from before this connection. */
  async keepOnly(companies: readonly number[]): Promise<void> {
    for (const [customer_id, vehicles] of this.#companies) {
      if (companies.includes(customer_id)) continue
      await this.#broker.forget([...vehicles.values()].flatMap(({ topics }) => topics))
      this.#companies.delete(customer_id)
    }
    if (this.#unclaimed.size === 0) return
    await this.#broker.forget([...this.#unclaimed])
    this.#unclaimed.clear()
  }

  #topicsOf(customer_id: number, { pin }: PinState): string[] {
    const { vehicle_id, plate } = pin
    const topics = possibleTopics(this.#discovery, { customer_id, vehicle_id, plate })
    for (const topic of topics) this.#unclaimed.delete(topic)
    return topics
  }
}
