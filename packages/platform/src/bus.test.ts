// What every bus promises, whichever implementation is used.
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectNats, type NatsConnectionOptions } from './bus/connection.ts'
import { memoryBus } from './bus.memory.ts'
import { natsBus } from './bus.nats.ts'
import { address, type Bus, NoConsumer, topic } from './bus.ts'
import { startNats } from './testing.nats.ts'
import { findTool } from './testing.tools.ts'

interface Item {
  readonly key: number
  readonly n: number
  readonly weight?: number
}
const items = topic<Item>(
  'items',
  i => i.key,
  undefined,
  i => i.weight ?? 1,
)

/** A gate that stays closed until `open()` is called. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { opened, open }
}
const isSettled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    promise.then(
      () => true,
      () => true,
    ),
    new Promise<boolean>(resolve => setImmediate(() => resolve(false))),
  ])

const server = findTool('nats-server') === undefined ? null : await startNats()
afterAll(() => server?.stop())
let clusters = 0
const onNats = async (): Promise<Bus> => {
  const connection = await connectNats({
    ...server?.choice,
    name: 'test',
    note: () => {},
  } as NatsConnectionOptions)
  return natsBus({
    connection,
    cluster: `test${clusters++}`,
    self: { instance: 'here', roles: ['worker'], version: '' },
  })
}
const adapters: readonly {
  readonly name: string
  readonly missing?: boolean
  open(): Promise<Bus>
}[] = [
  { name: 'memory', open: async () => memoryBus() },
  { name: 'memory, through bytes,', open: async () => memoryBus({ serializePayloads: true }) },
  { name: 'NATS', missing: server === null, open: onNats },
]

it('the bus logs after some seconds that nobody consumes an address', async () => {
  await Promise.all(
    adapters
      .filter(a => !a.missing)
      .map(async ({ open }) => {
        const bus = await open()
        await expect(bus.publish(address(items, 'gone'), { key: 1, n: 1 })).rejects.toThrow(
          NoConsumer,
        )
        await bus.close()
      }),
  )
})

describe.each(adapters)('the $name bus', ({ open, missing = false }) => {
  let bus: Bus
  beforeEach(async context => {
    if (missing) context.skip()
    bus = await open()
  })
  afterEach(async () => bus?.close())

  it('hands every payload to every group once, in the order of its key', async () => {
    const itemsByGroup: Record<string, Item[]> = { one: [], two: [] }
    for (const group of ['one', 'two'])
      bus.consume(items, group, { batch: 7, linger: 1 }, async payloads => {
        await new Promise(resolve => setImmediate(resolve))
        itemsByGroup[group]?.push(...payloads)
      })
    const messages = Array.from({ length: 1_000 }, (_, n) => ({ key: n % 13, n }))
    await Promise.all(messages.map(i => bus.publish(items, i)))
    for (const group of ['one', 'two']) {
      expect(itemsByGroup[group]).toHaveLength(1_000)
      for (let key = 0; key < 13; key++)
        expect(itemsByGroup[group]?.filter(i => i.key === key)).toEqual(
          messages.filter(i => i.key === key),
        )
    }
  })

  it('answers a publish only after every group has committed it', async () => {
    const slow = gate()
    const fast = vi.fn(async () => {})
    bus.consume(items, 'fast', { batch: 1, linger: 0 }, fast)
    bus.consume(items, 'slow', { batch: 1, linger: 0 }, () => slow.opened)
    const published = bus.publish(items, { key: 1, n: 1 })
    await vi.waitFor(() => expect(fast).toHaveBeenCalled())
    expect(await isSettled(published)).toBe(false)
    slow.open()
    await published
  })

  it('waits until somebody consumes what is published', async () => {
    const published = bus.publish(items, { key: 1, n: 1 })
    expect(await isSettled(published)).toBe(false)
    const messages: Item[] = []
    bus.consume(items, 'late', { batch: 1, linger: 0 }, async p => void messages.push(...p))
    await published
    expect(messages).toEqual([{ key: 1, n: 1 }])
  })

  it('keeps the payloads that a leaving consumer has not begun for the next one', async () => {
    const start = gate()
    const first: number[] = []
    const leave = bus.consume(items, 'g', { batch: 1, linger: 0 }, async ([item]) => {
      first.push(item?.n ?? 0)
      await start.opened
    })
    const published = [0, 1, 2].map(n => bus.publish(items, { key: 1, n }))
    await vi.waitFor(() => expect(first).toEqual([0]))
    leave()
    start.open()
    await published[0]
    expect(await isSettled(published[1] as Promise<void>)).toBe(false)
    const rest: number[] = []
    bus.consume(items, 'g', { batch: 10, linger: 0 }, async p => void rest.push(...p.map(i => i.n)))
    await Promise.all(published)
    expect([first, rest]).toEqual([[0], [1, 2]])
  })

  it('makes the next batch from what arrives during a commit [gateway.6]', async () => {
    const first = gate()
    const batches: number[][] = []
    bus.consume(items, 'g', { batch: 100, linger: 0 }, async payloads => {
      batches.push(payloads.map(p => p.n))
      if (batches.length === 1) await first.opened
    })
    const one = bus.publish(items, { key: 1, n: 0 })
    await vi.waitFor(() => expect(batches).toHaveLength(1))
    const rest = Array.from({ length: 20 }, (_, i) => bus.publish(items, { key: 1, n: i + 1 }))
    expect(await isSettled(rest[0] as Promise<void>)).toBe(false)
    first.open()
    await Promise.all([one, ...rest])
    expect(batches).toEqual([[0], Array.from({ length: 20 }, (_, i) => i + 1)])
  })

  it('fills a batch up to its weight and divides no payload [gateway.7]', async () => {
    const batches: number[][] = []
    bus.consume(
      items,
      'g',
      { batch: 10, linger: 60_000 },
      async p => void batches.push(p.map(i => i.weight ?? 1)),
    )
    await Promise.all(
      [4, 4, 4, 25, 3, 7].map((weight, n) => bus.publish(items, { key: 1, n, weight })),
    )
    expect(batches).toEqual([[4, 4], [4], [25], [3, 7]])
  })

  it('does not let a lone payload wait longer than the linger [gateway.8]', async () => {
    const handler = vi.fn(async () => {})
    bus.consume(items, 'g', { batch: 1_000, linger: 5 }, handler)
    await bus.publish(items, { key: 1, n: 1 })
    expect(handler).toHaveBeenCalledOnce()
  })

  it('gives a failing handler the same batch again until it succeeds, and later payloads afterwards', async () => {
    const batches: number[][] = []
    bus.consume(items, 'g', { batch: 2, linger: 0 }, async payloads => {
      batches.push(payloads.map(p => p.n))
      if (batches.length < 4) throw new Error('database away')
    })
    await Promise.all([1, 2, 3].map(n => bus.publish(items, { key: 5, n })))
    expect(batches).toEqual([[1, 2], [1, 2], [1, 2], [1, 2], [3]])
  })

  it('serves other shards and groups while one fails', async () => {
    let broken = true
    bus.consume(items, 'g', { batch: 1, linger: 0 }, async ([p]) => {
      if (p?.key === 0 && broken) throw new Error('poison')
    })
    const stuck = bus.publish(items, { key: 0, n: 1 })
    await bus.publish(items, { key: 1, n: 2 })
    expect(await isSettled(stuck)).toBe(false)
    broken = false
    await stuck
  })

  it('knows the weight that is not committed yet', async () => {
    const finish = gate()
    bus.consume(items, 'g', { batch: 10, linger: 0 }, () => finish.opened)
    const published = [
      bus.publish(items, { key: 1, n: 1, weight: 30 }),
      bus.publish(items, { key: 2, n: 2, weight: 12 }),
    ]
    expect(bus.pending).toBe(42)
    finish.open()
    await Promise.all(published)
    expect(bus.pending).toBe(0)
  })

  it('refuses a second consumer of one group', () => {
    bus.consume(items, 'g', { batch: 1, linger: 0 }, async () => {})
    expect(() => bus.consume(items, 'g', { batch: 1, linger: 0 }, async () => {})).toThrow(
      'group g',
    )
  })

  it('closes once what was published is committed, linger or not, and then refuses more', async () => {
    const handled: number[] = []
    bus.consume(items, 'g', { batch: 1_000, linger: 60_000 }, async p => {
      await new Promise(resolve => setImmediate(resolve))
      handled.push(...p.map(i => i.n))
    })
    const published = Promise.all([1, 2, 3].map(n => bus.publish(items, { key: n, n })))
    await bus.close()
    await published
    expect(handled.sort()).toEqual([1, 2, 3])
    await expect(bus.publish(items, { key: 1, n: 4 })).rejects.toThrow('closed')
    expect(bus.pending).toBe(0)
  })

  it('does not wait at close for a handler that keeps failing, and its publisher gets an error', async () => {
    const handler = vi.fn(async () => {
      throw new Error('away')
    })
    bus.consume(items, 'g', { batch: 1, linger: 0 }, handler)
    const published = expect(bus.publish(items, { key: 1, n: 1 })).rejects.toThrow('closed')
    await vi.waitFor(() => expect(handler).toHaveBeenCalled())
    await bus.close()
    await published
  })

  it('broadcasts to every subscriber, keeps nothing, and survives a subscriber that throws', async () => {
    const numbers: number[] = []
    bus.broadcast(items, { key: 1, n: 0 })
    bus.subscribe(items, () => {
      throw new Error('mine alone')
    })
    const stop = bus.subscribe(items, i => void numbers.push(i.n))
    bus.subscribe(items, i => void numbers.push(i.n * 10))
    bus.broadcast(items, { key: 1, n: 1 })
    expect(numbers).toEqual([])
    await vi.waitFor(() => expect(numbers).toEqual([1, 10]))
    stop()
    bus.broadcast(items, { key: 1, n: 2 })
    await vi.waitFor(() => expect(numbers).toEqual([1, 10, 20]))
  })
  it('hands a payload for one process to that process alone', async () => {
    const here = bus.members()[0]?.instance ?? ''
    const numbers: number[] = []
    bus.consume(
      items,
      'g',
      { batch: 1, linger: 0 },
      async p => void numbers.push(...p.map(i => i.n)),
    )
    bus.consume(
      address(items, here),
      'g',
      { batch: 1, linger: 0 },
      async p => void numbers.push(...p.map(i => -i.n)),
    )
    await bus.publish(address(items, here), { key: 1, n: 1 })
    expect(numbers).toEqual([-1])
  })

  it('broadcasts a channel to its subscribers and to the subscribers of all channels', async () => {
    const messages: string[] = []
    bus.subscribe(items, i => void messages.push(`all ${i.n}`))
    bus.subscribe(items, i => void messages.push(`c1 ${i.n}`), 'c1')
    bus.subscribe(items, i => void messages.push(`c2 ${i.n}`), 'c2')
    bus.broadcast(items, { key: 1, n: 1 }, 'c1')
    bus.broadcast(items, { key: 1, n: 2 })
    bus.broadcast(items, { key: 1, n: 3 }, 'c2')
    await vi.waitFor(() =>
      expect(messages.toSorted()).toEqual(['all 1', 'all 2', 'all 3', 'c1 1', 'c2 3']),
    )
  })

  it('owns every shard that it alone consumes, and is a member itself', () => {
    bus.consume(items, 'g', { batch: 1, linger: 0 }, async () => {})
    expect(Array.from({ length: 64 }, (_, shard) => bus.owns(items, 'g', shard))).not.toContain(
      false,
    )
    expect(bus.members()).toHaveLength(1)
    expect(bus.state).toBe('open')
  })
})
