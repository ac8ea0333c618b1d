// Writes lakes.geojson and rivers.geojson of the area of the base map from GSHHG, for build-basemap.mjs: node scripts/data/gshhg.mjs FOLDER
//
// GMT reads GSHHG: Debian's packages gmt, gmt-gshhg-high and gmt-gshhg-full.
// It stores shores and rivers in bins of some degrees and dumps a piece for each bin, so pieces whose ends meet are joined again.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('gshhg: node scripts/data/gshhg.mjs FOLDER')
  process.exit(2)
}
/** West, east, south, north in degrees: the area of the base map. */
const AREA = '-R-11/32/34/60'
/** Lakes of at least 4 km², without seas and islands. */
const LAKES = ['-W2', '-A4/2/2']
/** The classes of rivers, from the largest; smaller ones are not drawn. */
const RIVER_LEVELS = [1, 2, 3, 4]
/** The zoom from which the style may draw a lake. */
const LAKE_RANK = 3
const DECIMALS = 5

/** The pieces that GMT dumps: lists of [longitude, latitude]. */
function pieces(resolution, what) {
  const text = execFileSync('gmt', ['coast', AREA, `-D${resolution}`, ...what, '-M'], {
    // GMT leaves a file with the arguments of its session where it runs.
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return text
    .split(/^>.*$/m)
    .map(piece => piece.trim().split('\n').filter(Boolean).map(pointOf))
    .filter(piece => piece.length > 1)
}
function pointOf(line) {
  const [longitude = 0, latitude = 0] = line.trim().split(/\s+/).map(Number)
  const west = longitude > 180 ? longitude - 360 : longitude
  return [Number(west.toFixed(DECIMALS)), Number(latitude.toFixed(DECIMALS))]
}

/** Pieces that meet at an end have the same key there; GMT rounds both sides of a bin alike, to some ten metres. */
const keyOf = ([longitude, latitude]) => `${longitude.toFixed(3)} ${latitude.toFixed(3)}`

/** Joins pieces where exactly two ends meet: at a confluence three do, and its rivers stay lines of their own. */
function joined(lines) {
  const ends = new Map()
  for (const line of lines)
    for (const end of [line[0], line.at(-1)])
      ends.set(keyOf(end), [...(ends.get(keyOf(end)) ?? []), line])
  const used = new Set()
  /** The line, lengthened at its last point for as long as one other line goes on there. */
  const extended = line => {
    const way = [...line]
    for (;;) {
      const meeting = ends.get(keyOf(way.at(-1)))
      const next = meeting.find(other => !used.has(other))
      if (meeting.length !== 2 || next === undefined) return way
      used.add(next)
      const isForward = keyOf(next[0]) === keyOf(way.at(-1))
      way.push(...(isForward ? next : next.toReversed()).slice(1))
    }
  }
  return lines.flatMap(line => {
    if (used.has(line)) return []
    used.add(line)
    return [extended(extended(line).reverse())]
  })
}

/** Shores that do not close are those of lakes that the edge of the area cuts; they are left out. */
const ringsOf = lines =>
  joined(lines)
    .filter(line => line.length > 3 && keyOf(line[0]) === keyOf(line.at(-1)))
    .map(line => [...line.slice(0, -1), line[0]])

const write = (name, features) => {
  writeFileSync(
    join(folder, `${name}.geojson`),
    JSON.stringify({ type: 'FeatureCollection', features }),
  )
  console.log(`${name}: ${features.length}`)
}
mkdirSync(folder, { recursive: true })
write(
  'lakes',
  ringsOf(pieces('f', LAKES)).map(ring => ({
    type: 'Feature',
    properties: { scalerank: LAKE_RANK },
    geometry: { type: 'Polygon', coordinates: [ring] },
  })),
)
write(
  'rivers',
  RIVER_LEVELS.flatMap(level =>
    joined(pieces('h', [`-I${level}`])).map(coordinates => ({
      type: 'Feature',
      properties: { level },
      geometry: { type: 'LineString', coordinates },
    })),
  ),
)
