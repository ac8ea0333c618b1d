// Queries on a small track: two fixes of driving, ten minutes of standing, one more fix.
import { describe, expect, test } from 'vitest'
import {
  afterPause,
  boundsOf,
  indexAt,
  momentAt,
  nearestPoint,
  slice,
  type TrackPoints,
} from './track-points.ts'

const T = 1_000_000_000_000
const track: TrackPoints = {
  at: [T, T + 60_000, T + 120_000, T + 720_000, T + 780_000],
  latitude: [45, 45.01, 45.02, 45.02, 45.03],
  longitude: [9, 9.02, 9.04, 9.04, 9.06],
  speed: [60, 70, 0, 0, 50],
  direction: [45, 50, 0, 0, 60],
}
const empty: TrackPoints = { at: [], latitude: [], longitude: [], speed: [], direction: [] }

test.each([
  ['before the first', T - 5, 0],
  ['on a fix', T + 60_000, 1],
  ['between two', T + 61_000, 1],
  ['after the last', T + 9_999_999, 4],
])('the index of a time is found: %s', (_, time, expected) => {
  expect(indexAt(track.at, time)).toBe(expected)
})

describe('the place at a moment', () => {
  test('is in the middle when the moment is half way between two fixes', () => {
    const moment = momentAt(track, T + 30_000)
    expect(moment?.longitude).toBeCloseTo(9.01, 9)
    expect(moment?.latitude).toBeCloseTo(45.005, 9)
    expect(moment).toMatchObject({ speed: 65, direction: 45 })
  })
  test('outside of the track is at its ends', () => {
    expect(momentAt(track, T - 1)?.latitude).toBe(45)
    expect(momentAt(track, T + 9_999_999)?.latitude).toBe(45.03)
  })
  test('is missing for an empty track', () => {
    expect(momentAt(empty, T)).toBeNull()
    expect(nearestPoint(empty, { lng: 9, lat: 45 })).toBe(-1)
    expect(boundsOf(empty)).toBeNull()
  })
})

test('playback skips a stop, and no driving', () => {
  expect(afterPause(track, T + 200_000)).toBe(T + 720_000)
  expect(afterPause(track, T + 30_000)).toBe(T + 30_000)
})
test('the nearest point of the track to a place is found', () => {
  expect(nearestPoint(track, { lng: 9.021, lat: 45.011 })).toBe(1)
})
test('a slice of the track keeps its ends', () => {
  expect(slice(track, T + 60_000, T + 120_000).speed).toEqual([70, 0])
  expect(slice(track, T + 800_000, T + 900_000).at).toEqual([])
})
test('the bounds of the track hold all its points', () => {
  expect(boundsOf(track)).toEqual([9, 45, 9.06, 45.03])
})
