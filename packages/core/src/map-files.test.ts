import { describe, expect, test } from 'vitest'
import { type MapFeature, mapFileText, mapFormatOf } from './map-files.ts'

const point = (latitude: number, longitude: number, time?: string) =>
  time === undefined ? { latitude, longitude } : { latitude, longitude, time }
const features: readonly MapFeature[] = [
  {
    kind: 'place',
    name: 'Deposito <1> & "figli"',
    points: [point(45.4642, 9.19)],
    properties: { code: 'D1', radius: 120, city: null },
  },
  {
    kind: 'way',
    name: 'Linea',
    description: 'Milano – Lodi',
    points: [
      point(45.4642, 9.19, '2026-11-20T08:00:00.000Z'),
      point(45.31, 9.5, '2026-11-20T09:00:00.000Z'),
    ],
  },
  { kind: 'area', name: 'Cantiere', points: [point(45, 9), point(45, 9.1), point(45.1, 9.1)] },
]

test('the format is that of the address, or else that of Accept, or else GeoJSON [areas.42]', () => {
  expect(mapFormatOf('kml', 'application/gpx+xml')).toBe('kml')
  expect(mapFormatOf(undefined, 'text/html, application/gpx+xml;q=0.9')).toBe('gpx')
  expect(mapFormatOf(undefined, '*/*')).toBe('geojson')
  expect(mapFormatOf(undefined)).toBe('geojson')
})
describe('a file', () => {
  test('of GPX has places as waypoints, and ways and edges of areas as tracks, with their times [areas.42]', () => {
    const text = mapFileText('gpx', 'Tutto', features)
    expect(text).toContain(
      '<wpt lat="45.4642" lon="9.19"><name>Deposito &lt;1&gt; &amp; &quot;figli&quot;</name></wpt>',
    )
    expect(text).toContain(
      '<trkpt lat="45.31" lon="9.5"><time>2026-11-20T09:00:00.000Z</time></trkpt>',
    )
    expect(text.match(/<trkpt lat="45" lon="9">/g)).toHaveLength(2)
  })
  test('of KML has points, lines and polygons with their details [areas.42]', () => {
    const text = mapFileText('kml', 'Tutto', features)
    expect(text).toContain('<Data name="radius"><value>120</value></Data>')
    expect(text).not.toContain('city')
    expect(text).toContain('<Point><coordinates>9.19,45.4642</coordinates></Point>')
    expect(text).toContain('<LinearRing><coordinates>9,45 9.1,45 9.1,45.1 9,45</coordinates>')
  })
  test('of GeoJSON has points, lines and polygons with their details, each ring closed [areas.42]', () => {
    const { features: found } = JSON.parse(mapFileText('geojson', 'Tutto', features))
    expect(found[0]).toEqual({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [9.19, 45.4642] },
      properties: { name: 'Deposito <1> & "figli"', code: 'D1', radius: 120, city: null },
    })
    expect(found[1].properties.coordTimes).toEqual([
      '2026-11-20T08:00:00.000Z',
      '2026-11-20T09:00:00.000Z',
    ])
    expect(found[2].geometry.coordinates[0]).toHaveLength(4)
  })
  test('without content is still a complete file', () => {
    expect(mapFileText('gpx', '', [])).toContain('</gpx>')
    expect(JSON.parse(mapFileText('geojson', '', []))).toEqual({
      type: 'FeatureCollection',
      features: [],
    })
  })
})
