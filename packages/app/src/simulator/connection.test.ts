// A simulated tracker's connection against a server that hangs up, does not answer or refuses.
import type { AvlRecord } from '@flotta/protocols/teltonika/device.ts'
import { CODEC_8 } from '@flotta/protocols/teltonika/device.ts'
import { encode, encodeFor } from '@flotta/protocols/teltonika/encode.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Connection, type ConnectionOptions, connection } from './connection.ts'
import type { CommandResponse } from './obedience.ts'
import { type TestServer, testServer } from './testing.ts'

const IMEI = '001015000000015'
/** The machine may be busy with other tests. */
const eventually = <T>(condition: () => T | Promise<T>) => vi.waitFor(condition)
const quick = { answer: 2_000, keepAlive: 60_000, retry: 10, longestRetry: 50 }
const record = (n: number): AvlRecord => ({
  at: Date.parse('2026-11-20T10:00:00Z') + n * 1000,
  fix: {
    latitude_e7: 450_000_000 + n,
    longitude_e7: 90_000_000,
    altitude: 100,
    direction: 90,
    speed: 50,
    satellites: 9,
  },
  elements: [{ id: 239, width: 1, value: 1 }],
})
let server: TestServer
let link: Connection | undefined
afterEach(async () => {
  link?.close()
  await server.close()
})
function device(
  records: AvlRecord[],
  more: Partial<ConnectionOptions> = {},
): { readonly acknowledged: number[] } {
  const acknowledged: number[] = []
  link = connection({
    server,
    imei: IMEI,
    codec: CODEC_8,
    take: () => records.splice(0, 2),
    onAcknowledged: sent => acknowledged.push(...sent.map(r => r.at)),
    times: quick,
    ...more,
  })
  link.wake()
  return { acknowledged }
}
const times = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => record(from + i).at)
const some = (n: number) => Array.from({ length: n }, (_, i) => record(i))

test('one packet at a time, each after the acknowledgement of the one before', async () => {
  server = await testServer()
  const { acknowledged } = device(some(6))
  await eventually(() => expect(acknowledged).toEqual(times(0, 6)))
  expect(server.packets.map(p => p.messages.length)).toEqual([2, 2, 2])
  expect(server.logins.get(IMEI)).toBe(1)
})

test.each(['hang up', 'silence', 'refuse'] as const)(
  'after %s the same packet is sent again over a new connection',
  async fault => {
    server = await testServer({ answer: (_, index) => (index === 1 ? fault : 'acknowledge') })
    const { acknowledged } = device(some(6))
    await eventually(() => expect(acknowledged).toEqual(times(0, 6)))
    expect(server.packets).toHaveLength(4)
    expect(server.packets[2]?.bytes.equals(server.packets[1]?.bytes ?? Buffer.alloc(0))).toBe(true)
    expect(server.packets[2]?.connection).toBe(1)
  },
)

test('a refused tracker reports it and tries again', async () => {
  let isKnown = false
  server = await testServer({ accepts: () => isKnown })
  const refused = vi.fn(() => {
    isKnown = true
  })
  const { acknowledged } = device(some(2), { onRefused: refused })
  await eventually(() => expect(acknowledged).toHaveLength(2))
  expect(refused).toHaveBeenCalledTimes(1)
  expect(server.logins.get(IMEI)).toBe(2)
})

test('without coverage nothing is sent; afterwards the unacknowledged packet is sent again', async () => {
  let silent = true
  server = await testServer({ answer: () => (silent ? 'silence' : 'acknowledge') })
  const { acknowledged } = device(some(2), { times: { ...quick, answer: 60_000 } })
  await eventually(() => expect(server.packets).toHaveLength(1))
  link?.cut()
  await eventually(() => expect(server.open()).toBe(0))
  silent = false
  expect(acknowledged).toEqual([])
  link?.wake()
  await eventually(() => expect(acknowledged).toEqual(times(0, 2)))
  expect(server.packets).toHaveLength(2)
})

test('a sleeping tracker closes the connection when everything is sent, and opens it for new records', async () => {
  server = await testServer()
  const records = some(2)
  const { acknowledged } = device(records)
  link?.sleep()
  await eventually(() => expect(acknowledged).toHaveLength(2))
  await eventually(() => expect(server.open()).toBe(0))
  records.push(record(2))
  link?.wake()
  await eventually(() => expect(acknowledged).toHaveLength(3))
})

test('a tracker without records keeps the connection alive', async () => {
  server = await testServer()
  device([], { times: { ...quick, keepAlive: 20 } })
  await eventually(() => expect(server.pings()).toBeGreaterThan(1))
})

describe('a command', () => {
  const device1 = async (onCommand: (text: string) => CommandResponse) => {
    server = await testServer()
    const { acknowledged } = device(some(2), { onCommand })
    await eventually(() => expect(acknowledged).toHaveLength(2))
  }
  test('is answered in the codec in which it came', async () => {
    await device1(text => ({ say: `${text}: done` }))
    server.say(encode('setdigout 1') ?? new Uint8Array(0))
    await eventually(() => expect(server.replies).toEqual(['setdigout 1: done']))
    server.say(encodeFor('getver', IMEI) ?? new Uint8Array(0))
    await eventually(() => expect(server.replies).toEqual(['setdigout 1: done', 'getver: done']))
  })
  test('for another device is refused and not carried out', async () => {
    await device1(() => ({ say: 'done' }))
    server.say(encodeFor('setdigout 1', '352000000000017') ?? new Uint8Array(0))
    await eventually(() => expect(server.replies).toEqual(['']))
  })
  test('may end the connection, which is then opened again', async () => {
    await device1(() => ({ say: null, drop: true }))
    server.say(encode('setdigout 1') ?? new Uint8Array(0))
    await eventually(() => expect(server.logins.get(IMEI)).toBe(2))
    expect(server.replies).toEqual([])
  })
})
