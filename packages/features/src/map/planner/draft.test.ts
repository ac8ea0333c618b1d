// The draft of a trip, and its file.
import { describe, expect, test } from 'vitest'
import type { PlannedTrip } from './contract.ts'
import {
  bodyOf,
  type Choice,
  choicesOf,
  chosenOf,
  type Draft,
  draftOf,
  exclusionsIn,
  isBegun,
  newDraft,
  stopOf,
  townOf,
  withMovedStop,
  withNotes,
  withoutStop,
  withStop,
} from './draft.ts'
import { fileNameOf, gpxOf } from './gpx.ts'

const NOW = Date.parse('2026-11-22T08:07:00Z')
const place = (address: string, city: string, zip_code = '') => ({
  latitude: 45.1,
  longitude: 9.2,
  address,
  city,
  zip_code,
})
const trip: PlannedTrip = {
  id: 7,
  name: 'Giro <nord> & "ritorno"',
  startdate: '2026-11-23T06:00:00.000Z',
  arrival: '2026-11-23T07:00:00.000Z',
  vehicle_id: 3,
  waypoints: [
    {
      address: 'Via Roma 1',
      city: 'Lodi',
      zip_code: '26900',
      latitude: 45.31,
      longitude: 9.5,
      lat: 45.31,
      lng: 9.5,
      notes: 'Citofono "Bianchi"\u0007 🚚',
    },
    {
      address: 'Parma (PR)',
      city: 'Parma (PR)',
      zip_code: null,
      latitude: 44.8,
      longitude: 10.33,
      lat: 44.8,
      lng: 10.33,
      notes: null,
    },
  ],
  options: { ferry: false, toll: true, motorway: false },
  route: { geometry: '_ibE_seK_seK_seK', distance: 1000, duration: 3600 },
  approximate: true,
}
const otherChoice: Choice = {
  geometry: '??_ibE_ibE',
  distance: 900,
  duration: 3000,
  approximate: false,
}

test('a new trip starts at the next quarter of an hour, for the vehicle of the open tab', () => {
  const draft = newDraft(3, NOW)
  expect([new Date(draft.startdate ?? 0).toISOString(), draft.vehicle_id, isBegun(draft)]).toEqual([
    '2026-11-22T08:15:00.000Z',
    3,
    false,
  ])
})
test.each([
  [place('Via Roma 1', 'Lodi', '26900'), 'Via Roma 1', '26900 Lodi'],
  [place('', 'Lodi (LO)'), 'Lodi (LO)', ''],
  [place('', '', '26900'), '45.10000, 9.20000', '26900'],
])('%j is called %s, %s', (picked, address, town) => {
  const stop = stopOf(picked, 'a')
  expect([stop.address, townOf(stop)]).toEqual([address, town])
})
test('places can be added, noted, moved and removed', () => {
  let draft: Draft = newDraft(null, NOW)
  for (const key of ['a', 'b', 'c']) draft = withStop(draft, stopOf(place(key, ''), key))
  draft = withNotes(withMovedStop(draft, 2, 0), 'b', 'Ribalta 4')
  expect(draft.stops.map(s => [s.key, s.notes])).toEqual([
    ['c', null],
    ['a', null],
    ['b', 'Ribalta 4'],
  ])
  expect(withNotes(withoutStop(draft, 'a'), 'b', '').stops.map(s => [s.key, s.notes])).toEqual([
    ['c', null],
    ['b', null],
  ])
  expect(isBegun(draft)).toBe(true)
})
describe('the routes to choose from', () => {
  test('for a new trip are those of the router, and the first one is chosen until a person chooses another', () => {
    const draft = withStop(newDraft(null, NOW), stopOf(place('a', ''), 'a'))
    const choices = choicesOf(draft, [trip.route, otherChoice], true)
    expect(choices.map(c => c.approximate)).toEqual([true, true])
    expect(chosenOf(draft, choices)?.geometry).toBe(trip.route.geometry)
    expect(chosenOf({ ...draft, chosen: otherChoice.geometry }, choices)?.geometry).toBe(
      otherChoice.geometry,
    )
    expect(chosenOf({ ...draft, chosen: 'gone' }, choices)?.geometry).toBe(trip.route.geometry)
    expect(chosenOf(draft, [])).toBeNull()
  })
  test('for a changed trip include the saved one while its places are the same, even when the router no longer finds it', () => {
    const draft = draftOf(trip, 'tag', NOW)
    expect(choicesOf(draft, [], false)).toEqual([{ ...trip.route, approximate: true }])
    expect(
      choicesOf(draft, [otherChoice, trip.route], false).map(c => [c.geometry, c.approximate]),
    ).toEqual([
      [trip.route.geometry, true],
      [otherChoice.geometry, false],
    ])
    expect(choicesOf(withMovedStop(draft, 0, 1), [otherChoice], false)).toEqual([otherChoice])
    expect(
      choicesOf({ ...draft, options: { ...trip.options, ferry: true } }, [otherChoice], false),
    ).toEqual([otherChoice])
    expect(isBegun(draft)).toBe(false)
  })
})
test('saving an unchanged trip sends what was read', () => {
  const draft = draftOf(trip, null, NOW)
  const { id: _, arrival: __, ...sent } = trip
  expect(bodyOf(draft, chosenOf(draft, choicesOf(draft, [], false)))).toEqual({
    ...sent,
    waypoints: sent.waypoints.map(({ lat: _lat, lng: _lng, ...waypoint }) => waypoint),
  })
  expect(bodyOf({ ...draft, startdate: null }, otherChoice)).toBeNull()
  expect(bodyOf(draft, null)).toBeNull()
  expect(exclusionsIn({ ferry: true, toll: false, motorway: true })).toEqual(['ferry', 'motorway'])
})
test('the GPX file of a trip has its places with notes and its route', () => {
  expect(gpxOf(trip)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Flotta" xmlns="http://www.topografix.com/GPX/1/1">
  <metadata><name>Giro &lt;nord&gt; &amp; &quot;ritorno&quot;</name><time>2026-11-23T06:00:00.000Z</time></metadata>
  <wpt lat="45.31" lon="9.5"><name>Via Roma 1</name><cmt>Citofono &quot;Bianchi&quot; 🚚</cmt><desc>Via Roma 1, 26900 Lodi</desc></wpt>
  <wpt lat="44.8" lon="10.33"><name>Parma (PR)</name><desc>Parma (PR)</desc></wpt>
  <trk><name>Giro &lt;nord&gt; &amp; &quot;ritorno&quot;</name>
    <trkseg>
      <trkpt lat="1" lon="2"/>
      <trkpt lat="3" lon="4"/>
    </trkseg>
  </trk>
</gpx>
`)
})
test.each([
  ['Giro <nord> & "ritorno"', 'Giro -nord- - -ritorno'],
  ['Milano/Roma: lunedì', 'Milano-Roma- lunedì'],
  ['../..', 'viaggio'],
  ['🚚', 'viaggio'],
  ['x'.repeat(200), 'x'.repeat(80)],
])('%j is a file named %s', (name, expected) => expect(fileNameOf(name)).toBe(expected))
