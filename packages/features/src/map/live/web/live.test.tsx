// Live data: how the stream and the polls change what the screens show.
import { query } from '@flotta/ui/api.ts'
import { learnClock } from '@flotta/ui/clock.ts'
import { serverConnection, useIsPolling } from '@flotta/ui/server-connection.ts'
import { answer, answering, failing, offline, signIn } from '@flotta/ui/testing.tsx'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { privateTrips } from '../../../fleet/private-trips/contract.ts'
import { list as notifications } from '../../../people/notifications/contract.ts'
import { type Report, reports } from '../../../reports/reports/contract.ts'
import { type Pin, pins } from '../../global-map/contract.ts'
import { type StreamEvent, stream, updates, vehicleUpdates } from '../contract.ts'
import { startLive } from './live.ts'
import { isTouched } from './outdated.ts'

const AT = '2026-11-20T10:00:00Z'
const pin = (id: number, some: Partial<Pin> = {}): Pin => ({
  id,
  vehicle_id: id,
  plate: `P${id}`,
  vehicle_type: 'T',
  status: 1,
  motion: null,
  motion_since: null,
  ...some,
})
const pinsKey = query(pins, {}).queryKey
const NO_UPDATES = {
  data: { pins: [], removed: [], alerts: [], notifications: [], reports: [] },
  meta: { until: AT },
}

let end: AbortController
beforeEach(() => {
  signIn()
  end = new AbortController()
})
afterEach(() => {
  end.abort()
  vi.useRealTimers()
})

/** A stream that sends these events and stays open. */
function speaking(...events: readonly StreamEvent[]) {
  const body = new ReadableStream<Uint8Array>({
    start: controller => {
      for (const event of events)
        controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
    },
  })
  return {
    e: stream,
    respond: () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
  }
}
const dead = { e: stream, respond: () => new Response('', { status: 503 }) }
function clientWith(known: Pin[]): QueryClient {
  const client = new QueryClient()
  client.setQueryData(pinsKey, known)
  return client
}

test.each<[string, string, string[], boolean, boolean?]>([
  ['the data of a panel that shows the kind', '/services/eyegeo/:id', ['position'], true],
  ['the data of another panel is not', '/services/system/:id', ['position'], false],
  ['trips by news of trips', '/services/eyegeo/:id/trip_history', ['trip'], true],
  ['trips not by news of positions', '/services/eyegeo/:id/trip_history', ['position'], false],
  ['a track is not read again', '/services/eyegeo/:id/history', ['position', 'trip'], false],
  [
    'the records after a history was opened',
    '/services/eyegeo/:id/history',
    ['position'],
    true,
    true,
  ],
  ['but not by the news of others', '/services/eyegeo/:id/history', ['power'], false, true],
])('out of date: %s', (_, path, kinds, expected, grows = false) => {
  expect(isTouched(path, kinds, grows)).toBe(expected)
})

describe('stream', () => {
  test('patches pins and leaves the others alone', async () => {
    answer(
      speaking(
        { event: 'hello', until: AT },
        { event: 'pins', until: AT, pins: [pin(2, { speed: 50 }), pin(3)], kinds: [] },
      ),
    )
    const vehicles = [pin(1), pin(2)]
    const client = clientWith(vehicles)
    const live = startLive(client, end.signal)
    await vi.waitFor(() => expect(client.getQueryData(pinsKey)).toHaveLength(3))
    expect(client.getQueryData(pinsKey)?.[0]).toBe(vehicles[0])
    expect(client.getQueryData(pinsKey)?.[1]?.speed).toBe(50)
    expect(live.healthy()).toBe(true)
  })
  test('reads the panel of a vehicle again on its news, and no other panel [live.25]', async () => {
    answer(
      speaking(
        { event: 'hello', until: AT },
        { event: 'pins', until: AT, pins: [], kinds: [[7, ['position']]] },
      ),
    )
    const client = clientWith([])
    const mine = ['/services/eyegeo/:id', { params: { id: 7 } }]
    const theirs = ['/services/eyegeo/:id', { params: { id: 8 } }]
    client.setQueryData(mine, {})
    client.setQueryData(theirs, {})
    startLive(client, end.signal)
    await vi.waitFor(() => expect(client.getQueryState(mine)?.isInvalidated).toBe(true))
    expect(client.getQueryState(theirs)?.isInvalidated).toBe(false)
  })
  test('reads the list of alerts and the vehicle again on an alert', async () => {
    answer(speaking({ event: 'pins', until: AT, pins: [], kinds: [[7, ['alert']]] }))
    const client = clientWith([])
    const keys = [
      ['/alerts/active', {}],
      ['/vehicles/:id', { params: { id: 7 } }],
      ['/services/system/:id', { params: { id: 7 } }],
    ]
    for (const key of keys) client.setQueryData(key, {})
    startLive(client, end.signal)
    await vi.waitFor(() =>
      expect(keys.map(key => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]),
    )
  })
  test('reads everything again when it was too slow', async () => {
    const requests = answer(
      speaking({ event: 'hello', until: AT }, { event: 'resync' }),
      answering(pins, [pin(5)]),
    )
    const client = clientWith([pin(1)])
    startLive(client, end.signal)
    await vi.waitFor(() => expect(client.getQueryData(pinsKey)?.map(p => p.id)).toEqual([5]))
    expect(requests.map(a => a.path)).toContain('/pins')
  })
})

describe('polls', () => {
  test('replace a silent stream: they ask for changes and for all pins [live.17]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const requests = answer(
      dead,
      answering(updates, { ...NO_UPDATES, data: { ...NO_UPDATES.data, removed: [1] } }),
      answering(pins, [pin(2)]),
    )
    const client = clientWith([pin(1), pin(2)])
    startLive(client, end.signal)
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(client.getQueryData(pinsKey)?.map(p => p.id)).toEqual([2]))
    expect(requests.filter(a => a.path === '/updates')).toHaveLength(1)
    expect(requests.filter(a => a.path === '/pins')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() =>
      expect(requests.filter(a => a.path === '/updates').at(-1)?.body).toEqual({ from: AT }),
    )
  })
  test('read only the lists of reports again when a report has changed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const report: Report = {
      id: 3,
      type: 'eyegeo',
      ready: 1,
      hash: 'x',
      read_at: null,
      vehicle: null,
      services: 'eyegeo',
      period_from: AT,
      period_to: AT,
      vehicle_id: null,
      progress: 100,
      error: null,
      requested_by: null,
      created_at: AT,
    }
    answer(
      dead,
      answering(updates, { ...NO_UPDATES, data: { ...NO_UPDATES.data, reports: [report] } }),
      answering(pins, []),
    )
    const client = clientWith([])
    for (const { path } of [reports.list, notifications])
      client.setQueryData([path, {}], { data: [] })
    startLive(client, end.signal)
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() =>
      expect(client.getQueryState([reports.list.path, {}])?.isInvalidated).toBe(true),
    )
    expect(client.getQueryState([notifications.path, {}])?.isInvalidated).toBe(false)
  })
  test('rest while the stream speaks, but for all pins once a minute [live.19]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const requests = answer(speaking({ event: 'hello', until: AT }), answering(pins, [pin(2)]))
    const client = clientWith([pin(1)])
    const live = startLive(client, end.signal)
    await vi.waitFor(() => expect(live.healthy()).toBe(true))
    await vi.advanceTimersByTimeAsync(50_000)
    expect(requests.filter(a => a.path !== '/stream')).toEqual([])
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(requests.filter(a => a.path === '/pins')).toHaveLength(1))
    expect(requests.filter(a => a.path === '/updates')).toEqual([])
  })
  test('replace a stream that the server has paused, with a notice on the screen, until the server asks to read again [live.21]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    let say: (event: StreamEvent) => void = () => {}
    const body = new ReadableStream<Uint8Array>({
      start: controller => {
        say = event =>
          controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
      },
    })
    const requests = answer(
      {
        e: stream,
        respond: () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
      },
      answering(updates, NO_UPDATES),
      answering(pins, [pin(2)]),
    )
    const polls = () => requests.filter(a => a.path === '/updates').length
    const { result } = renderHook(useIsPolling)
    startLive(clientWith([pin(1)]), end.signal)
    say({ event: 'hello', until: AT })
    say({ event: 'paused' })
    await vi.waitFor(() => expect([result.current, polls()]).toEqual([true, 1]))
    await vi.advanceTimersByTimeAsync(20_000)
    await vi.waitFor(() => expect(polls()).toBe(3))
    say({ event: 'resync' })
    await vi.waitFor(() => expect(result.current).toBe(false))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(polls()).toBe(3)
  })
  test('read private trips on the screen again [live.28]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const requests = answer(
      dead,
      answering(updates, NO_UPDATES),
      answering(pins, []),
      answering(vehicleUpdates, {
        data: { pin: pin(7), kinds: ['private_times'], alerts: [] },
        meta: { until: AT },
      }),
      answering(privateTrips, []),
    )
    const client = clientWith([])
    const observer = new QueryObserver(client, {
      ...query(privateTrips, { params: { id: 7 } }),
      staleTime: Number.POSITIVE_INFINITY,
    })
    const stop = observer.subscribe(() => undefined)
    const readings = () => requests.filter(a => a.path === '/vehicles/7/private_trips').length
    await vi.waitFor(() => expect(readings()).toBe(1))
    startLive(client, end.signal)
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(readings()).toBeGreaterThan(1))
    stop()
  })
  test('catch up with one question after the browser slept [live.20]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    vi.setSystemTime(Date.parse(AT))
    const requests = answer(
      speaking({ event: 'hello', until: AT }),
      answering(updates, {
        ...NO_UPDATES,
        data: { ...NO_UPDATES.data, pins: [pin(1, { speed: 9 })] },
      }),
      answering(pins, [pin(1, { speed: 9 })]),
      answering(vehicleUpdates, {
        data: { pin: pin(1), kinds: [], alerts: [] },
        meta: { until: AT },
      }),
    )
    const client = clientWith([pin(1)])
    const live = startLive(client, end.signal)
    await vi.waitFor(() => expect(live.healthy()).toBe(true))
    vi.setSystemTime(Date.parse(AT) + 600_000)
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(client.getQueryData(pinsKey)?.[0]?.speed).toBe(9))
    expect(requests.filter(a => a.path === '/updates').map(a => a.body)).toEqual([{ from: AT }])
  })
  test('count by the server’s clock where that of the browser is a day behind', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    vi.setSystemTime(Date.parse(AT) - 86_400_000)
    learnClock(new Date(AT).toUTCString())
    onTestFinished(() => learnClock(new Date().toUTCString()))
    const requests = answer(dead, answering(updates, NO_UPDATES), answering(pins, [pin(1)]))
    startLive(clientWith([pin(1)]), end.signal)
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(requests.filter(a => a.path === '/updates')).toHaveLength(1))
    const [from] = requests.flatMap(({ path, body }) =>
      path === '/updates' ? [Date.parse((body as { from: string }).from)] : [],
    )
    expect(Math.abs((from ?? 0) - Date.parse(AT))).toBeLessThan(60_000)
  })
})

describe('a dead server', () => {
  const noNetwork = [offline(stream), offline(updates), offline(pins)]
  test('counts as lost after ten seconds without an answer, and not before [live.22]', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    })
    vi.setSystemTime(Date.parse(AT))
    serverConnection.heard()
    answer(...noNetwork)
    startLive(clientWith([pin(1)]), end.signal)
    await vi.advanceTimersByTimeAsync(9_900)
    expect(serverConnection.lostSince()).toBeNull()
    await vi.advanceTimersByTimeAsync(200)
    expect(serverConnection.lostSince()).toBe(Date.parse(AT))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(serverConnection.lostSince()).toBe(Date.parse(AT))
  })
  test('counts as alive while it answers the polls, whatever becomes of the stream', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    })
    serverConnection.heard()
    answer(offline(stream), answering(updates, NO_UPDATES), answering(pins, [pin(1)]))
    startLive(clientWith([pin(1)]), end.signal)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(serverConnection.lostSince()).toBeNull()
  })
  test('counts as dead with a 502 as without any answer, and as alive with a refusal', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    })
    serverConnection.heard()
    const bad = { message: 'x', code: 'failed' }
    answer(failing(stream, 502, bad), failing(updates, 502, bad), failing(pins, 502, bad))
    startLive(clientWith([pin(1)]), end.signal)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(serverConnection.lostSince()).not.toBeNull()
    answer(failing(stream, 429, bad), failing(updates, 429, bad), failing(pins, 429, bad))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(serverConnection.lostSince()).toBeNull()
  })
  test('is found again without a reload, and what failed meanwhile is read again [live.23]', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    })
    serverConnection.heard()
    answer(...noNetwork)
    const client = clientWith([pin(1)])
    const failed = ['/services/eyegeo/:id', { params: { id: 1 } }]
    client.setQueryData(failed, {})
    startLive(client, end.signal)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(serverConnection.lostSince()).not.toBeNull()
    answer(
      speaking({ event: 'hello', until: AT }),
      answering(updates, NO_UPDATES),
      answering(pins, [pin(2)]),
    )
    await vi.advanceTimersByTimeAsync(10_000)
    expect(serverConnection.lostSince()).toBeNull()
    expect(client.getQueryData(pinsKey)?.map(p => p.id)).toEqual([2])
    expect(client.getQueryState(failed)?.isInvalidated).toBe(true)
  })
})
