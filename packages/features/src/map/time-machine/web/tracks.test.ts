// Where a vehicle was: along its legs, during silence, and at times without a place.
import { encodePolyline } from '@flotta/core/geo.ts'
import { expect, test } from 'vitest'
import { openAt, placeAt, ringAt, trackOf } from './tracks.ts'

const leg = (from: number, at: number[], longitudes: number[], silent = false) => ({
  from,
  at,
  path: encodePolyline(longitudes.map(longitude => [45, longitude] as const)),
  ...(silent && { silent: true as const }),
})
const track = trackOf({
  vehicle_id: 7,
  plate: 'AB 123 CD',
  vehicle_type: 'V',
  legs: [
    leg(-60, [60, 600], [9, 9, 9.1]),
    leg(600, [1_800], [9.1, 9.1], true),
    leg(5_000, [100], [9.5, 9.5]),
  ],
})

test.each<readonly [number, number | null, 'moving' | 'silent' | 'stands' | null]>([
  [-61, null, null],
  [-60, 9, 'stands'],
  [0, 9, 'moving'],
  [300, 9.05, 'moving'],
  [600, 9.1, 'silent'],
  [2_400, 9.1, 'stands'],
  [2_401, null, null],
  [4_999, null, null],
  [5_050, 9.5, 'stands'],
  [5_101, null, null],
])('at second %i it was at %s, %s [map.87]', (time, longitude, doing) => {
  const place = placeAt(track, time)
  if (longitude === null || place === null) {
    expect([place, longitude]).toEqual([null, null])
    return
  }
  expect(place.longitude).toBeCloseTo(longitude, 6)
  expect(place.silent ? 'silent' : place.speed > 0 ? 'moving' : 'stands').toBe(doing)
})
test('speed and direction are those of the stretch', () => {
  const place = placeAt(track, 300)
  expect(place?.speed).toBeCloseTo(47.2, 1)
  expect(place?.direction).toBeCloseTo(90, 0)
})
test('the gravest of the alerts open at a moment rings the vehicle', () => {
  const [DOOR_ALARM, SPEED, FUEL] = [7, 1, 18]
  const ringed = {
    ...track,
    alerts: [
      { alert_id: SPEED, from: 0, to: 100 },
      { alert_id: DOOR_ALARM, from: 50, to: 60 },
      { alert_id: FUEL, from: 90, to: null },
    ],
  }
  expect([-1, 0, 55, 60, 1000].map(time => ringAt(ringed, time))).toEqual([0, 1, 2, 1, 1])
})
test('a second reading of a stretch gives the same speed and direction', () => {
  expect(placeAt(track, 310)).toMatchObject({
    speed: placeAt(track, 300)?.speed,
    direction: placeAt(track, 300)?.direction,
  })
})
test('an alert is open from its beginning until before its end', () => {
  const alerts = [
    { alert_id: 1, from: 10, to: 20 },
    { alert_id: 2, from: 15, to: null },
  ]
  expect([9, 10, 19, 20].map(time => openAt(alerts, time).map(a => a.alert_id))).toEqual([
    [],
    [1],
    [1, 2],
    [2],
  ])
})
