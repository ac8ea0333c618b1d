// The bus between processes: real NATS servers, with members that come, go, hang and send wrong messages.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectNats, NatsUnusable } from './bus/connection.ts'
import { InstanceTaken, natsBus } from './bus.nats.ts'
import { type Batching, type Bus, json, SHARDS, topic, UnreadablePayload } from './bus.ts'
import type { NatsChoice } from './config.ts'
import { type Nats, startNats, startNatsCluster } from './testing.nats.ts'
import { findTool } from './testing.tools.ts'

interface Item {
  readonly key: number
  readonly n: number
  readonly text?: string
}
const items = topic<Item>('items', i => i.key % SHARDS)
const AT_ONCE: Batching = { batch: 100, linger: 0 }

let clusters = 0
let cluster = ''
const openBuses: Bus[] = []
const join_ = async (instance: string, choice: NatsChoice, lines: string[] = []): Promise<Bus> => {
  const log = Object.fromEntries(
    ['info', 'warn', 'error'].map(l => [
      l,
      (_: unknown, line?: string) => void lines.push(line ?? String(_)),
    ]),
  )
  const connection = await connectNats({
    ...choice,
    name: instance,
    note: line => void lines.push(line),
  })
  const bus = await natsBus({
    connection,
    cluster,
    self: { instance, roles: ['worker'], version: '' },
    log: log as never,
    taken: e => void lines.push(e.message),
  })
  openBuses.push(bus)
  return bus
}
const missing = findTool('nats-server') === undefined

describe.skipIf(missing)('several processes', () => {
  let nats: Nats
  let stranger: NatsConnection
  beforeAll(async () => {
    nats = await startNats()
    stranger = await connect({ servers: nats.url })
  })
  afterAll(async () => {
    await stranger?.close()
    await nats?.stop()
  })
  afterEach(async () => {
    await Promise.all(openBuses.splice(0).map(b => b.close()))
  })
  const open = (instance: string, lines?: string[]) => join_(instance, nats.choice, lines)
  const fresh = () => {
    cluster = `c${clusters++}`
  }

  test('handle each shard in the process that owns it, and in no other', async () => {
    fresh()
    const [gateway, ...workers] = await Promise.all(
      ['gateway', 'one', 'two', 'three'].map(i => open(i)),
    )
    const itemsByShard = new Map<number, Set<number>>()
    for (const [n, worker] of workers.entries())
      worker.consume(items, 'g', AT_ONCE, async given => {
        for (const { key } of given) {
          expect(worker.owns(items, 'g', key)).toBe(true)
          itemsByShard.set(key, (itemsByShard.get(key) ?? new Set()).add(n))
        }
      })
    await vi.waitFor(() =>
      expect(
        workers.every(w =>
          Array.from({ length: SHARDS }, (_, s) => w.owns(items, 'g', s)).some(own => !own),
        ),
      ).toBe(true),
    )
    await vi.waitFor(async () => {
      itemsByShard.clear()
      await Promise.all(
        Array.from({ length: SHARDS }, (_, key) => gateway?.publish(items, { key, n: 0 })),
      )
      expect([...itemsByShard.values()].every(by => by.size === 1)).toBe(true)
      expect(new Set([...itemsByShard.values()].flatMap(by => [...by])).size).toBe(3)
    })
    expect(gateway?.members().map(m => m.instance)).toEqual(['gateway', 'one', 'three', 'two'])
    expect(gateway?.owns(items, 'g', 0)).toBe(false)
  })

  test('keep the order of each shard while owners come, leave and vanish, and lose nothing', async () => {
    fresh()
    const [gateway, first] = await Promise.all([open('gateway'), open('w0')])
    /** The numbers of each shard, in the order of their first commit. */
    const committed = new Map<number, number[]>()
    const work = (bus: Bus | undefined) =>
      bus?.consume(items, 'g', AT_ONCE, async given => {
        await new Promise(resolve => setTimeout(resolve, 2))
        for (const { key, n } of given) {
          const line = committed.get(key) ?? []
          if (!line.includes(n)) committed.set(key, [...line, n])
        }
      })
    work(first)
    const published: Promise<void>[] = []
    let n = 0
    const publish = async () => {
      for (let round = 0; round < 10; round++, n++) {
        for (let key = 0; key < 16; key++)
          published.push(gateway?.publish(items, { key, n }) as Promise<void>)
        await new Promise(resolve => setTimeout(resolve, 3))
      }
    }
    await publish()
    const second = await open('w1')
    work(second)
    await publish()
    await first?.close()
    await publish()
    const connection = await connectNats({ ...nats.choice, name: 'w2', note: () => {} })
    const third = await natsBus({
      connection,
      cluster,
      self: { instance: 'w2', roles: [], version: '' },
    })
    work(third)
    await publish()
    // The process disappears without a last heartbeat.
    await connection.close()
    await publish()
    await Promise.all(published)
    for (let key = 0; key < 16; key++)
      expect(committed.get(key)).toEqual(Array.from({ length: n }, (_, i) => i))
    await third.close()
  })

  test('send a payload on to the owner when a process refuses it', async () => {
    fresh()
    const worker = await open('worker')
    const handled: number[] = []
    worker.consume(items, 'g', AT_ONCE, async given => void handled.push(...given.map(i => i.n)))
    // This process claims every shard, handles none and names no owner.
    const gateway = await open('gateway')
    const liar = 'f'.repeat(16)
    const claim = {
      id: liar,
      instance: 'liar',
      roles: [],
      since: 0,
      works: ['items g'],
      joining: false,
      leaving: false,
      gone: false,
    }
    const requests: number[] = []
    const subscription = stranger.subscribe(`${cluster}.to.${liar}`, {
      callback: (_, message) => {
        requests.push(requests.length)
        message.respond(Uint8Array.from([1, 5]))
        stranger.publish(`${cluster}.signs`, JSON.stringify({ ...claim, gone: true }))
      },
    })
    stranger.publish(`${cluster}.signs`, JSON.stringify(claim))
    await vi.waitFor(() => expect(gateway.members()).toHaveLength(3))
    await Promise.all(
      Array.from({ length: SHARDS }, (_, key) => gateway.publish(items, { key, n: key })),
    )
    expect(requests.length).toBeGreaterThan(0)
    expect(handled.toSorted((a, b) => a - b)).toEqual(Array.from({ length: SHARDS }, (_, n) => n))
    subscription.unsubscribe()
  })

  test('survive a payload that cannot be read: it is logged, its publisher gets an error, and the shard goes on', async () => {
    fresh()
    const lines: string[] = []
    const worker = await open('worker', lines)
    const gateway = await open('gateway')
    const { encode, decode } = json<Item>()
    const strict = {
      encode,
      decode: (bytes: Uint8Array) => {
        const item = decode(bytes)
        if (item.n < 0) throw new RangeError('cut')
        return item
      },
    }
    const topicHere = topic<Item>('items', i => i.key, strict)
    const handled: number[] = []
    worker.consume(
      topicHere,
      'g',
      AT_ONCE,
      async given => void handled.push(...given.map(i => i.n)),
    )
    const [one, bad, two] = [1, -1, 2].map(n => gateway.publish(items, { key: 3, n }))
    await expect(bad).rejects.toThrow(UnreadablePayload)
    await Promise.all([one, two])
    expect(handled).toEqual([1, 2])
    expect(lines).toContainEqual(expect.stringContaining('cannot be read'))
    // Invalid messages on every subject that a member subscribes to.
    worker.subscribe(items, () => {})
    await gateway.publish(items, { key: 1, n: 3 })
    for (const subject of ['signs', 'tell.items._', 'tell.items.c1', `from.${'0'.repeat(16)}.1.1`])
      stranger.publish(`${cluster}.${subject}`, 'rubbish')
    await stranger.flush()
    await gateway.publish(items, { key: 1, n: 4 })
    expect(handled).toContain(4)
  })

  test('get broadcasts by channel, even larger than one message', async () => {
    fresh()
    const [a, b] = await Promise.all([open('a'), open('b')])
    const messages: string[] = []
    b?.subscribe(items, i => void messages.push(`all ${i.n} ${i.text?.length ?? 0}`))
    b?.subscribe(items, i => void messages.push(`c7 ${i.n}`), 'c7')
    // An answer over the same connection arrives after the subscription.
    await vi.waitFor(() => {
      a?.broadcast(items, { key: 0, n: 0 })
      expect(messages).toContain('all 0 0')
    })
    a?.broadcast(items, { key: 0, n: 1, text: 'x'.repeat(2_500_000) }, 'c7')
    a?.broadcast(items, { key: 0, n: 2 }, 'c8')
    await vi.waitFor(() =>
      expect(messages).toEqual(expect.arrayContaining(['all 1 2500000', 'c7 1', 'all 2 0'])),
    )
    expect(messages).not.toContain('c7 2')
    expect(() => a?.broadcast(items, { key: 0, n: 3 }, 'a.b')).toThrow('no channel')
  })

  test('commit a payload larger than one message whole and in its order', async () => {
    fresh()
    const [gateway, worker] = await Promise.all([open('gateway'), open('worker')])
    const handled: number[] = []
    worker?.consume(
      items,
      'g',
      AT_ONCE,
      async given => void handled.push(...given.map(i => i.n * 10_000_000 + (i.text?.length ?? 0))),
    )
    await Promise.all(
      [0, 3_000_000, 10].map((length, n) =>
        gateway?.publish(items, { key: 5, n, text: 'y'.repeat(length) }),
      ),
    )
    expect(handled).toEqual([0, 13_000_000, 20_000_010])
  })

  test('refuse a second process of one name with one line, until the first has gone', async () => {
    fresh()
    const first = await open('twin')
    await expect(open('twin')).rejects.toThrow(InstanceTaken)
    await expect(open('twin')).rejects.toThrow(
      /^FLOTTA_INSTANCE: a process named twin runs already/,
    )
    await first.close()
    await open('twin')
  })

  test('pass over a worker that takes everything and answers nothing, once its signs of life end', async () => {
    fresh()
    const lines: string[] = []
    const gateway = await open('gateway', lines)
    // This process sends heartbeats, accepts everything and answers nothing.
    const mute = 'f'.repeat(16)
    stranger.publish(
      `${cluster}.signs`,
      JSON.stringify({
        id: mute,
        instance: 'mute',
        roles: [],
        since: 0,
        works: ['items g'],
        joining: false,
        leaving: false,
        gone: false,
      }),
    )
    const subscription = stranger.subscribe(`${cluster}.to.${mute}`, { callback: () => {} })
    await vi.waitFor(() => expect(gateway.members()).toHaveLength(2))
    const published = Array.from({ length: 8 }, (_, key) => gateway.publish(items, { key, n: key }))
    const handled: number[] = []
    const worker = await open('worker')
    worker.consume(items, 'g', AT_ONCE, async given => void handled.push(...given.map(i => i.n)))
    await Promise.all(published)
    expect(new Set(handled)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]))
    subscription.unsubscribe()
  })

  test('wait for NATS at the start, and bridge an outage with a pause for what is published and committed', async () => {
    fresh()
    const lines: string[] = []
    const [gateway, worker] = await Promise.all([open('gateway', lines), open('worker')])
    const times = new Map<number, number>()
    let slow = false
    worker?.consume(items, 'g', AT_ONCE, async given => {
      if (slow) await new Promise(resolve => setTimeout(resolve, 300))
      for (const { n } of given) times.set(n, (times.get(n) ?? 0) + 1)
    })
    await gateway?.publish(items, { key: 1, n: 0 })
    slow = true
    const before = [1, 2, 3].map(n => gateway?.publish(items, { key: n, n }))
    await vi.waitFor(() => expect(gateway?.pending).toBe(3))
    await new Promise(resolve => setTimeout(resolve, 50))
    await nats.kill()
    await vi.waitFor(() => expect(gateway?.state).toBe('away'))
    const during = [4, 5].map(n => gateway?.publish(items, { key: n, n }))
    const waits: string[] = []
    const late = join_('late', nats.choice, waits)
    await vi.waitFor(() =>
      expect(waits).toEqual([
        expect.stringMatching(/^NATS_URL: nobody answers at .*: waiting for it$/),
      ]),
    )
    await nats.again()
    await Promise.all([...before, ...during])
    await late
    expect(gateway?.state).toBe('open')
    // Requests that were being handled when NATS stopped were sent again, and each was handled once.
    expect([...times]).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5].map(n => [n, 1])))
    expect(lines).toEqual([
      'NATS is away: what was published waits until it is back',
      'NATS is back',
    ])
  })
})

describe.skipIf(missing)('the way to NATS', () => {
  const refusal = (choice: Partial<NatsChoice>) =>
    connectNats({
      servers: [],
      sign_in: null,
      tls: null,
      ...choice,
      name: 'test',
      note: () => {},
    }).then(
      async c => {
        await c.close()
        return 'accepted'
      },
      (e: unknown) => (e instanceof NatsUnusable ? e.message : String(e)),
    )

  test('needs a token, or a user and a password, and a wrong one ends the start with one line', async () => {
    const nats = await startNats(['--auth', 'right'])
    expect(await refusal({ servers: [nats.url], sign_in: { token: 'right' } })).toBe('accepted')
    for (const sign_in of [{ token: 'wrong' }, null])
      expect(await refusal({ servers: [nats.url], sign_in })).toBe(
        'NATS_URL: the server refuses the sign-in: check NATS_TOKEN, or NATS_USER and NATS_PASSWORD',
      )
    await nats.stop()
    const named = await startNats(['--user', 'flotta', '--pass', 'right'])
    expect(
      await refusal({ servers: [named.url], sign_in: { user: 'flotta', pass: 'right' } }),
    ).toBe('accepted')
    expect(
      await refusal({ servers: [named.url], sign_in: { user: 'flotta', pass: 'wrong' } }),
    ).toMatch(/^NATS_URL: the server refuses the sign-in/)
    await named.stop()
  })

  const program = findTool('openssl')
  test.skipIf(program === undefined)(
    'trusts a server by NATS_CA alone, and shows its own certificate',
    async () => {
      const dir = mkdtempSync(join(tmpdir(), 'flotta-nats-'))
      const file = (name: string) => join(dir, name)
      const openssl = (...args: string[]) =>
        execFileSync(program as string, args, { cwd: dir, stdio: 'ignore' })
      const subject = [
        '-nodes',
        '-days',
        '2',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-subj',
      ]
      openssl(
        'req',
        '-x509',
        ...subject,
        '/CN=test',
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        file('key.pem'),
        '-out',
        file('cert.pem'),
      )
      const nats = await startNats([
        '--tls',
        '--tlscert',
        file('cert.pem'),
        '--tlskey',
        file('key.pem'),
        '--tlsverify',
        '--tlscacert',
        file('cert.pem'),
      ])
      const servers = [nats.url.replace('nats://127.0.0.1', 'tls://localhost')]
      const mine = { certFile: file('cert.pem'), keyFile: file('key.pem') }
      expect(await refusal({ servers, tls: { caFile: file('cert.pem'), ...mine } })).toBe(
        'accepted',
      )
      expect(await refusal({ servers, tls: mine })).toMatch(
        /^NATS_URL: the server’s certificate is not believed \(\w+\): check NATS_CA/,
      )
      expect(await refusal({ servers, tls: { caFile: file('none.pem') } })).toBe(
        `NATS_CA: the file ${file('none.pem')} cannot be read`,
      )
      await nats.stop()
      rmSync(dir, { recursive: true })
    },
  )

  test('goes on over three servers when one dies, and loses nothing', async () => {
    cluster = `c${clusters++}`
    const three = await startNatsCluster()
    const [gateway, ...workers] = await Promise.all(
      ['gateway', 'one', 'two'].map(i => join_(i, three.choice)),
    )
    const handled = new Set<number>()
    for (const worker of workers)
      worker.consume(items, 'g', AT_ONCE, async given => given.forEach(i => void handled.add(i.n)))
    const published: (Promise<void> | undefined)[] = []
    for (let n = 0; n < 120; n++) {
      published.push(gateway?.publish(items, { key: n % SHARDS, n }))
      if (n % 40 === 20) await three.servers[n > 60 ? 1 : 0]?.kill()
      if (n % 40 === 39) await three.servers[0]?.again()
      await new Promise(resolve => setTimeout(resolve, 10))
    }
    await Promise.all(published)
    expect(handled.size).toBe(120)
    await Promise.all(openBuses.splice(0).map(b => b.close()))
    await three.stop()
  })
})
