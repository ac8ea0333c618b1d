// The history list, as a table.
import { describe, expect, test } from 'vitest'
import type { Position, Track, Trip } from '../../telemetry/trips/contract.ts'
import { appendFix, historyEntries, totalsOf } from './rules.ts'

const trip = (id: string, from: string, to: string | null, some: Partial<Trip> = {}): Trip => ({
  id,
  message_datetime: `2026-11-20T${from}:00Z`,
  period_from: `2026-11-20T${from}:00Z`,
  period_to: to === null ? null : `2026-11-20T${to}:00Z`,
  km: 10,
  max_speed: 80,
  duration: 600,
  start: { latitude: 45, longitude: 9 },
  end: { latitude: 45, longitude: 9 },
  path: '',
  whole: {
    period_from: `2026-11-20T${from}:00Z`,
    period_to: to === null ? null : `2026-11-20T${to}:00Z`,
  },
  ...some,
})
const stop = (from: string) => ({
  period_from: `2026-11-20T${from}:00Z`,
  period_to: null,
  duration: 60,
  latitude: 45,
  longitude: 9,
  whole: { period_from: `2026-11-20T${from}:00Z`, period_to: null },
})
const a = trip('a', '08:00', '09:00')
const b = trip('b', '10:00', null, { km: 5.5, max_speed: 91, duration: 300 })

test('trips and stops form one list, newest first [eyegeo.10]', () => {
  expect(
    historyEntries([a, b], [stop('09:00')]).map(e => (e.kind === 'trip' ? e.trip.id : 'stop')),
  ).toEqual(['b', 'stop', 'a'])
})
test('trips add up kilometres and duration, and a private trip only its kilometres', () => {
  expect(totalsOf([a, b])).toEqual({ km: 15.5, duration: 900, max_speed: 91 })
  expect(totalsOf([])).toEqual({ km: 0, duration: 0, max_speed: 0 })
  // private time does not count for the company, but its kilometres do
  expect(totalsOf([a, { ...b, private: true }])).toEqual({
    km: 15.5,
    duration: a.duration,
    max_speed: a.max_speed,
  })
})

describe('a new fix', () => {
  const track: Track = {
    total: 1,
    at: [Date.parse('2026-11-20T10:00:00Z')],
    latitude: [45],
    longitude: [9],
    speed: [0],
    direction: [0],
    moving: [0],
  }
  const fix = (message_datetime: string): Position => ({
    id: message_datetime,
    message_datetime,
    latitude: 46,
    longitude: 10,
    altitude: 0,
    km: null,
    direction: 90,
    speed: 50,
    satellites: 9,
    moving: true,
  })
  test('is appended when it is newer', () => {
    const longerTrack = appendFix(track, fix('2026-11-20T10:00:10Z'))
    expect(longerTrack.total).toBe(2)
    expect(longerTrack.latitude).toEqual([45, 46])
    expect(longerTrack.moving).toEqual([0, 1])
  })
  test('is left out when it is not', () => {
    expect(appendFix(track, fix('2026-11-20T10:00:00Z'))).toBe(track)
  })
})
