import { MINUTE } from '@flotta/core/time.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ingestPackets } from './ingest.ts'
import {
  arrangeInstant,
  compareContent,
  inOrderOfTime,
  placesInInstant,
  type SentRecord,
  type StoredRecord,
} from './instant.ts'
import { replayVehicle } from './replay.ts'
import {
  derivedOf,
  fixAt,
  io,
  message,
  packet,
  random,
  type TelemetryTest,
  telemetryContext,
} from './testing.ts'

const AT = Date.UTC(2026, 10, 20, 11)
const fix = fixAt(45, 9, 50)
const on = message(AT, fix, { ignition: 1 })
const off = message(AT, fix, { ignition: 0 })

describe('content', () => {
  test.each([
    ['another place', { fix: fixAt(45.0000001, 9, 50), io: io({ power: 12_000 }) }],
    ['another speed', { fix: fixAt(45, 9, 51), io: io({ power: 12_000 }) }],
    ['other parameters', { fix, io: io({ power: 12_001 }) }],
    ['fewer parameters', { fix, io: io({}) }],
    ['no fix', { fix: null, io: io({ power: 12_000 }) }],
  ])('%s is another record', (_, other) => {
    const one = { fix, io: io({ power: 12_000 }) }
    expect(compareContent(one, other)).not.toBe(0)
    expect(Math.sign(compareContent(one, other))).toBe(-Math.sign(compareContent(other, one)))
    expect(compareContent(one, { fix: { ...fix }, io: one.io.slice() })).toBe(0)
  })
})

describe('places', () => {
  const at = (...times: number[]) => times.map(t => ({ at: t }))
  test.each([
    ['each alone', at(1, 2, 3), [0, 0, 0]],
    ['two of an instant', at(1, 2, 2, 3), [0, 0, 1, 0]],
    ['apart from one another', at(5, 6, 5, 6, 5), [0, 0, 1, 1, 2]],
    ['none', at(), []],
  ])('%s', (_, messages, expected) => expect(placesInInstant(messages)).toEqual(expected))
  test('of a packet that begins with its newest record are counted from its end', () => {
    expect(
      inOrderOfTime(
        [
          { at: 3, n: 1 },
          { at: 2, n: 2 },
          { at: 2, n: 3 },
        ].map(m => m),
      ).map(m => m.n),
    ).toEqual([3, 2, 1])
    expect(
      inOrderOfTime([
        { at: 2, n: 1 },
        { at: 2, n: 2 },
      ]).map(m => m.n),
    ).toEqual([1, 2])
  })
})

describe('an instant', () => {
  const sentRecord = (content: number, place: number): SentRecord => ({
    fix: null,
    io: Uint8Array.of(content),
    place,
  })
  const keep = (kept: readonly StoredRecord[], came: readonly SentRecord[]): StoredRecord[] => {
    const { fresh, renumbered } = arrangeInstant(kept, came, true)
    const still = kept.filter(k => !renumbered.some(m => m.from === k.seq))
    return [...still, ...renumbered.map(m => m.record), ...fresh].sort((a, b) => a.seq - b.seq)
  }
  const contents = (kept: readonly StoredRecord[]) => kept.map(k => [k.seq, k.io[0]])

  test('depends on its packets alone, not on their order or repetition, and keeps every content once', () => {
    const records = fc.array(fc.uniqueArray(fc.nat(9), { maxLength: 5 }), { maxLength: 6 })
    fc.assert(
      fc.property(records, fc.integer(), (packets, seed) => {
        const next = random(seed)
        const arrived = (order: readonly (readonly number[])[]) =>
          order.reduce<StoredRecord[]>((kept, p) => keep(kept, p.map(sentRecord)), [])
        const inOrder = arrived(packets)
        const mixed = [...packets, ...packets.filter(() => next() < 0.5)]
          .map(p => ({ p, k: next() }))
          .sort((a, b) => a.k - b.k)
        expect(contents(arrived(mixed.map(m => m.p)))).toEqual(contents(inOrder))
        expect(inOrder.map(k => k.io[0]).sort()).toEqual([...new Set(packets.flat())].sort())
      }),
    )
  })
  test('gives a single record the order 0, and keeps the order of the records of a packet', () => {
    expect(contents(keep([], [sentRecord(7, 0)]))).toEqual([[0, 7]])
    expect(contents(keep([], [sentRecord(7, 0), sentRecord(3, 1)]))).toEqual([
      [0, 7],
      [256, 3],
    ])
  })
  test('recognises a record by its fix once raw parameters are deleted, and touches no other record', () => {
    const storedRecords: StoredRecord[] = [
      { fix, io: new Uint8Array(), seq: 0 },
      { fix, io: new Uint8Array(), seq: 256 },
    ]
    const otherRecord = { fix: fixAt(46, 9), io: io({}), place: 0 }
    expect(
      arrangeInstant(
        storedRecords,
        [{ ...on, place: 0 }, { ...off, place: 1 }, otherRecord],
        false,
      ),
    ).toMatchObject({
      fresh: [{ ...otherRecord, seq: 257 }],
      renumbered: [],
      refused: [],
    })
  })
  test('refuses a record that has no room left, and touches no stored one', () => {
    const many = Array.from({ length: 32_768 }, (_, i) => ({
      fix: null,
      io: Uint8Array.of(i >> 8, i & 255),
      seq: i,
    }))
    const more = { fix, io: io({}), place: 0 }
    expect(
      arrangeInstant(many, [more, { ...(many[5] as StoredRecord), place: 0 }], true),
    ).toMatchObject({
      fresh: [],
      renumbered: [],
      refused: [more],
      stored: [{ seq: 5 }],
    })
  })
})

describe('stored', () => {
  let t: TelemetryTest
  beforeAll(async () => {
    t = await telemetryContext()
  })
  afterAll(() => t.close())
  const stored = async (v: { vehicle_id: number }) =>
    (
      await t.ctx.pool.query<{ seq: number; io: Buffer }>(
        'select seq, io from positions where vehicle_id = $1 order by message_datetime, seq',
        [v.vehicle_id],
      )
    ).rows
  const readings = async (v: { vehicle_id: number }) =>
    (
      await t.ctx.pool.query(
        `select data from readings where vehicle_id = $1 and kind = 'ignition' order by message_datetime, seq`,
        [v.vehicle_id],
      )
    ).rows

  test('two different records of one instant are both kept even with the same CRC-16', async () => {
    // The checksum that trackers put after a packet, CRC-16/ARC, is the same for both.
    const [one, other] = [
      message(AT, fix, { power: 5_365, temp1: 2 }),
      message(AT, fix, { power: 16_384, temp1: 0 }),
    ]
    const [together, apart] = [await t.vehicle(), await t.vehicle()]
    await ingestPackets([packet(together, [one, other])], t.ctx)
    await ingestPackets([packet(apart, [other])], t.ctx)
    await ingestPackets([packet(apart, [one])], t.ctx)
    await ingestPackets([packet(apart, [one, other])], t.ctx)
    for (const v of [together, apart])
      expect((await stored(v)).map(r => r.io.toString('hex')).sort()).toEqual(
        [one, other].map(m => Buffer.from(m.io).toString('hex')).sort(),
      )
  })

  test.each([
    ['on, then off', [on, off], [true, false]],
    ['off, then on', [off, on], [false, true]],
    ['newest first', [message(AT + 1_000, fix, {}), off, on], [true, false]],
  ])('records of one second keep the order of their packet: %s', async (_, messages, expected) => {
    const v = await t.vehicle()
    await ingestPackets([packet(v, messages)], t.ctx)
    expect((await readings(v)).map(r => r.data.ignition)).toEqual(expected)
    const before = await derivedOf(t, v.vehicle_id)
    await ingestPackets([packet(v, messages), packet(v, messages)], t.ctx)
    expect(await derivedOf(t, v.vehicle_id)).toEqual(before)
  })

  test('a bad record beside them does not change their order', async () => {
    const v = await t.vehicle()
    const bad = { at: AT - MINUTE, fix: null, io: new Uint8Array([0xff, 0xff, 0xff, 0xff, 0xff]) }
    await ingestPackets([packet(v, [bad, off, on])], t.ctx)
    expect((await readings(v)).map(r => r.data.ignition)).toEqual([false, true])
  })

  test('a record that sorts before another of its instant is late, even if that one was numbered anew meanwhile', async () => {
    const v = await t.vehicle()
    const at = (power: number) => message(AT, fix, { power })
    await ingestPackets([packet(v, [at(30_000)])], t.ctx)
    const marks = async () =>
      (await t.ctx.pool.query('select marks from replays where vehicle_id = $1', [v.vehicle_id]))
        .rows[0]?.marks
    const outcomes = new Set([await marks()])
    // the first record moves behind another …
    await ingestPackets([packet(v, [at(10_000), at(30_000)])], t.ctx)
    outcomes.add(await marks())
    // … and a third comes between; the vehicle is marked each time
    await ingestPackets([packet(v, [at(20_000)])], t.ctx)
    outcomes.add(await marks())
    expect(outcomes.size).toBe(3)
    expect(
      (
        await t.ctx.pool.query('select version from vehicle_state where vehicle_id = $1', [
          v.vehicle_id,
        ])
      ).rows,
    ).toEqual([{ version: 1 }])
    await replayVehicle(v.vehicle_id, t.ctx)
    expect(await marks()).toBeUndefined()
    await ingestPackets([packet(v, [at(5_000)])], t.ctx)
    expect(outcomes).not.toContain(await marks())
  })

  test('packets that share an instant give the same result in any order', async () => {
    const packets = [
      [on, off],
      [message(AT, fix, { ignition: 1, power: 12_000 })],
      [off, message(AT, fix, { ignition: 0, power: 13_000 })],
      [message(AT + 1, fix, {})],
    ]
    const results: unknown[] = []
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [1, 1, 3, 0, 2, 0],
      [2, 0, 3, 1],
    ]) {
      const v = await t.vehicle()
      for (const i of order) await ingestPackets([packet(v, packets[i] ?? [])], t.ctx)
      await replayVehicle(v.vehicle_id, t.ctx)
      results.push(await derivedOf(t, v.vehicle_id))
    }
    for (const result of results) expect(result).toEqual(results[0])
  })
})
