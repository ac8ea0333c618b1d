// Every topic's payloads survive encoding and decoding, so that its two ends may be two machines.
import type { Message } from '@flotta/core/telemetry.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SHARDS, type Topic } from './bus.ts'
import * as topics from './topics.ts'

const id = fc.integer({ min: 1, max: 2 ** 31 - 1 })
const at = fc.integer({ min: 0, max: 4e12 })
const words = fc.string({ unit: 'binary', maxLength: 40 })
const int = (min: number, max: number) => fc.integer({ min, max })
const fix = fc.record({
  latitude_e7: int(-2_147_483_648, 2_147_483_647),
  longitude_e7: int(-2_147_483_648, 2_147_483_647),
  altitude: int(-32_768, 32_767),
  direction: int(0, 65_535),
  speed: int(0, 65_535),
  satellites: int(0, 255),
})
const message: fc.Arbitrary<Message> = fc.record({
  at: fc.double({ noNaN: true }),
  fix: fc.option(fix),
  io: fc.uint8Array({ maxLength: 100 }),
})
const anyReply = fc.record(
  { text: words, at, refused: fc.boolean(), unsolicited: fc.boolean(), hex: fc.boolean() },
  { requiredKeys: ['text'] },
)

const payloads: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  incoming: fc.record({
    device_id: id,
    vehicle_id: fc.option(id),
    received_at: at,
    messages: fc.array(message, { maxLength: 8 }),
  }),
  updates: fc.array(fc.record({ vehicle_id: id, kinds: fc.array(words) })),
  connection_events: fc.record({
    device_id: id,
    vehicle_id: fc.option(id),
    event: fc.constantFrom('open', 'alive', 'close'),
    gateway: words,
    session: fc.uuid(),
    protocol: words,
    address: words,
    sign_in: fc.nat(),
    opened_at: at,
    at,
  }),
  outgoing: fc.record({ command_id: fc.uuid(), device_id: id, text: words, expires_at: at }),
  command_news: fc.record({
    command_id: fc.uuid(),
    device_id: id,
    outcome: fc.constantFrom('sent', 'invalid', 'offline', 'expired'),
    session: fc.option(fc.uuid()),
    at,
  }),
  replies: fc.record({
    id: fc.uuid(),
    device_id: id,
    session: fc.uuid(),
    received_at: at,
    replies: fc.array(anyReply),
  }),
}

test.each(Object.values(topics).map(topic => [topic.name, topic as Topic<never>] as const))(
  '%s',
  (name, topic) => {
    const payload = payloads[name]
    if (payload === undefined) throw new Error(`no payloads of ${name} are tried`)
    fc.assert(
      fc.property(payload, value => {
        expect(topic.decode(topic.encode(value as never))).toEqual(value)
        expect(topic.shard(value as never)).toBeGreaterThanOrEqual(0)
        expect(topic.shard(value as never)).toBeLessThan(SHARDS)
      }),
    )
  },
)
