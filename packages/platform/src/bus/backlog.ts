// The backlog of topics that no group has consumed yet. Payloads wait for the first group; payloads for an address of one process wait a few seconds only.
import { BusClosed, keyOf, NO_CONSUMER_MS, NoConsumer, type Topic } from '../bus.ts'
import type { OutgoingPayload } from './lane.ts'

type TopicName = Pick<Topic<never>, 'name' | 'instance'>
interface BacklogTopic {
  readonly topic: TopicName
  readonly items: { readonly shard: number; readonly item: OutgoingPayload }[]
}

export class Backlog {
  readonly #topics = new Map<string, BacklogTopic>()

  get size(): number {
    return this.#topics.size
  }

  add(topic: TopicName, shard: number, item: OutgoingPayload): void {
    const key = keyOf(topic)
    const waiting = this.#topics.get(key) ?? { topic, items: [] }
    this.#topics.set(key, waiting)
    waiting.items.push({ shard, item })
  }

  /** Removes and returns the payloads of the topics that have groups now. */
  takeConsumed(
    groupsOf: (key: string) => ReadonlySet<string> | undefined,
  ): (BacklogTopic & { readonly groups: ReadonlySet<string> })[] {
    return [...this.#topics].flatMap(([key, waiting]) => {
      const groups = groupsOf(key)
      if (groups === undefined || groups.size === 0) return []
      this.#topics.delete(key)
      return [{ ...waiting, groups }]
    })
  }

  /** Rejects the payloads for addresses that have had no consumer for too long. */
  expire(now: number): void {
    for (const [key, { topic, items }] of this.#topics) {
      if (topic.instance === undefined) continue
      const late = items.filter(({ item }) => now - item.since >= NO_CONSUMER_MS)
      if (late.length === items.length) this.#topics.delete(key)
      else items.splice(0, late.length)
      for (const { item } of late) item.failed(new NoConsumer(key))
    }
  }

  close(): void {
    for (const { items } of this.#topics.values())
      for (const { item } of items) item.failed(new BusClosed())
    this.#topics.clear()
  }
}
