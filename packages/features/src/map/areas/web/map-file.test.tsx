// What a map file becomes, and which files are refused.
import { expect, test } from 'vitest'
import { featuresOfFile, fewPoints } from './map-file.ts'

const feature = (type: string, coordinates: unknown, name?: string) => ({
  type: 'Feature',
  properties: name === undefined ? {} : { name },
  geometry: { type, coordinates },
})
const kml = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${body}</Document></kml>`
const gpx = (body: string) =>
  `\ufeff<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${body}</gpx>`
const ring = '9,45,0 9.1,45,0 9.1,45.1,0 9,45,0'
const square = [
  [9, 45],
  [9.1, 45],
  [9.1, 45.1],
  [9, 45],
]

test.each([
  [
    'a collection of GeoJSON is its features',
    '{"type":"FeatureCollection","features":[1,2]}',
    [1, 2],
  ],
  [
    'one feature of GeoJSON is one',
    '{"type":"Feature","geometry":null}',
    [{ type: 'Feature', geometry: null }],
  ],
  [
    'a placemark of KML is a point',
    kml(
      '<Placemark><name> Milano </name><Point><coordinates>9.19,45.46,120</coordinates></Point></Placemark>',
    ),
    [feature('Point', [9.19, 45.46], 'Milano')],
  ],
  [
    'a polygon of KML keeps its hole, which the server names',
    kml(
      `<Folder><Placemark><name>Cava</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></innerBoundaryIs></Polygon></Placemark></Folder>`,
    ),
    [feature('Polygon', [square, square], 'Cava')],
  ],
  [
    'parts of one placemark are numbered',
    kml(
      '<Placemark><name>Vie</name><MultiGeometry><LineString><coordinates>9,45 9.1,45</coordinates></LineString><LineString><coordinates>9,46 9.1,46</coordinates></LineString></MultiGeometry></Placemark>',
    ),
    [
      feature(
        'LineString',
        [
          [9, 45],
          [9.1, 45],
        ],
        'Vie 1',
      ),
      feature(
        'LineString',
        [
          [9, 46],
          [9.1, 46],
        ],
        'Vie 2',
      ),
    ],
  ],
  [
    'waypoints of GPX are points, tracks lines',
    gpx(
      '<wpt lat="45" lon="9"><name>Deposito</name></wpt><trk><name>Giro</name><trkseg><trkpt lat="45" lon="9"/><trkpt lat="45" lon="9.1"/></trkseg></trk>',
    ),
    [
      feature('Point', [9, 45], 'Deposito'),
      feature(
        'LineString',
        [
          [9, 45],
          [9.1, 45],
        ],
        'Giro',
      ),
    ],
  ],
  [
    'a route of GPX without a name is a line',
    gpx('<rte><rtept lat="45" lon="9"/><rtept lat="45" lon="9.1"/></rte>'),
    [
      feature('LineString', [
        [9, 45],
        [9.1, 45],
      ]),
    ],
  ],
])('%s [areas.36, areas.41]', (_, content, features) => {
  expect(featuresOfFile(content)).toEqual(features)
})
test.each([
  ['a sheet', 'name;code\n1;2', 'areas.file.unknown'],
  ['nothing', '', 'areas.file.unknown'],
  ['JSON of another kind', '{"type":"Topology"}', 'areas.file.unknown'],
  ['a page', '<html/>', 'areas.file.unknown'],
  ['half of a JSON', '{"type":"Feature"', 'areas.file.broken'],
  ['half of a GPX', '<gpx><trk>', 'areas.file.broken'],
])('%s is refused [areas.41]', (_, content, key) => {
  expect(() => featuresOfFile(content)).toThrow(key)
})
test('a day’s track keeps its shape in 500 points, its ends among them [areas.36]', () => {
  const track = Array.from({ length: 20_000 }, (_, i) => [
    9 + i / 20_000,
    45 + Math.sin(i / 300) / 100,
  ])
  const line = fewPoints(track)
  expect(line.length).toBeLessThanOrEqual(500)
  expect(line.length).toBeGreaterThan(60)
  expect([line[0], line.at(-1)]).toEqual([track[0], track.at(-1)])
  expect(fewPoints(track.slice(0, 500))).toHaveLength(500)
})
