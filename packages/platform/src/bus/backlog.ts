// What was published of topics that nobody has ever consumed: it waits for the first who does, at an address only for a while.
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

  /** Of topics that have groups by now: it waits here no more. */
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

  /** Nobody is at the address. */
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
