// The router that needs no network: towns and the main roads between them, so all figures are
// approximate. Loaded at first use.
import { setImmediate } from 'node:timers/promises'
import { distance, encodePolyline } from '@flotta/core/geo.ts'
import { around } from 'geokdbush'
import KDBush from 'kdbush'
import type { Route } from './contract.ts'
import type { Router } from './provider.ts'
import type { Arc, Costs, Roads, Start } from './roads.ts'
import type { Exclusion, Point } from './rules.ts'

/** A place further than this from every town is not reachable, km. */
const NEAR_KM = 25
/** Towns around a place at which a route may enter the graph. */
const ENTRY_NODES = 6
/** Streets outside of the graph: their detour factor and speed, km/h. */
const WINDING = 1.3
const STREETS_KMH = 35
/** Places closer together than this may be joined by streets alone, m. */
const STREETS_ONLY_M = 12_000

/**
 * The hours of the graph are those of free roads. This factor adds traffic; it fits the pairs of towns in
 * the test.
 */
const TRAFFIC = 1.22

/** With more places there is one route only, as with OSRM. */
const MOST_WITH_CHOICE = 5
const MOST_ROUTES = 3
const TRIES = 5
/** Factor on roads that an earlier route uses, so that the next one avoids them. */
const REUSE_FACTOR = 1.45
/**
 * An alternative may take at most this much longer than the fastest route, and share at most that
 * much with any other.
 */
const SLOWER = 1.4
const SHARED = 0.75

/**
 * Motorways of the graph without a toll; all others have one, by barrier or vignette.
 */
const TOLL_FREE = new Set(['GRA', 'A2', 'A19', 'A29', 'A29d', 'A14x', 'TANGB'])

interface Leg {
  readonly line: readonly (readonly [number, number])[]
  readonly metres: number
  readonly hours: number
  readonly edges: readonly number[]
}
interface Graph {
  readonly roads: Roads
  readonly index: KDBush
  /** The highest speed on any road, km/h; the search needs it as a bound. */
  readonly fastest: number
  hours(edge: number): number
  costs(exclude: readonly Exclusion[]): Costs
}

let loading: Promise<Graph> | undefined
const graph = (): Promise<Graph> => {
  loading ??= load()
  return loading
}
async function load(): Promise<Graph> {
  const roads = (await import('./roads.ts')).roads()
  const index = new KDBush(roads.nodes)
  for (let node = 0; node < roads.nodes; node++)
    index.add(roads.longitude(node), roads.latitude(node))
  index.finish()
  const hours = (edge: number) => roads.roadHours(edge) * TRAFFIC
  let fastest = STREETS_KMH
  for (let edge = 0; edge < roads.edges; edge++) {
    const [a, b] = [roads.origin(edge * 2), roads.target(edge * 2)]
    fastest = Math.max(
      fastest,
      distance(roads.latitude(a), roads.longitude(a), roads.latitude(b), roads.longitude(b)) /
        1000 /
        hours(edge),
    )
  }
  const roadGraph = new Map<string, Costs>()
  return {
    roads,
    index,
    fastest,
    hours,
    costs(exclude) {
      const key = exclude.join()
      const costs =
        roadGraph.get(key) ??
        Float32Array.from({ length: roads.edges }, (_, edge) =>
          isClosed(roads, edge, exclude) ? Number.POSITIVE_INFINITY : hours(edge),
        )
      roadGraph.set(key, costs)
      return costs
    },
  }
}
function isClosed(roads: Roads, edge: number, exclude: readonly Exclusion[]): boolean {
  const kind = roads.edgeClass(edge)
  if (kind === 'f') return exclude.includes('ferry')
  return (
    kind === 'm' &&
    (exclude.includes('motorway') ||
      (exclude.includes('toll') && !TOLL_FREE.has(roads.edgeRoad(edge))))
  )
}

const streetHours = (metres: number): number => metres / 1000 / STREETS_KMH

/** The nodes where a place enters the graph, with the hours on streets until there; empty: none is near. */
function entriesOf({ roads, index }: Graph, { latitude, longitude }: Point): Start[] {
  return around(index, longitude, latitude, ENTRY_NODES, NEAR_KM).map(node => ({
    node,
    hours: streetHours(
      distance(latitude, longitude, roads.latitude(node), roads.longitude(node)) * WINDING,
    ),
  }))
}

/** null: there is no route. */
function legBetween(graph: Graph, from: Point, to: Point, costs: Costs): Leg | null {
  const { roads, fastest } = graph
  const straight = distance(from.latitude, from.longitude, to.latitude, to.longitude)
  const starts = entriesOf(graph, from)
  const ends = new Map(entriesOf(graph, to).map(({ node, hours }) => [node, hours]))
  if (starts.length === 0 || ends.size === 0) return null
  const hoursLeft = (node: number) =>
    distance(roads.latitude(node), roads.longitude(node), to.latitude, to.longitude) /
    1000 /
    fastest
  let best =
    straight <= STREETS_ONLY_M
      ? { node: -1, hours: streetHours(straight * WINDING) }
      : { node: -1, hours: Number.POSITIVE_INFINITY }
  const tree = roads.search(starts, costs, {
    remaining: hoursLeft,
    isDone(node, hours) {
      if (hours + hoursLeft(node) >= best.hours) return true
      const totalHours = hours + (ends.get(node) ?? Number.POSITIVE_INFINITY)
      if (totalHours < best.hours) best = { node, hours: totalHours }
      return false
    },
  })
  const start = [from.latitude, from.longitude] as const
  const end = [to.latitude, to.longitude] as const
  if (best.node < 0)
    return Number.isFinite(best.hours)
      ? { line: [start, end], metres: straight * WINDING, hours: best.hours, edges: [] }
      : null
  return legAlong(graph, start, roads.path(tree, best.node), best.node, end)
}
function legAlong(
  { roads, hours: hoursOf }: Graph,
  start: readonly [number, number],
  path: readonly Arc[],
  last: number,
  end: readonly [number, number],
): Leg {
  const [first] = path
  const entry = first === undefined ? last : roads.origin(first)
  const streets =
    (distance(...start, roads.latitude(entry), roads.longitude(entry)) +
      distance(roads.latitude(last), roads.longitude(last), ...end)) *
    WINDING
  const line: (readonly [number, number])[] = [
    start,
    [roads.latitude(entry), roads.longitude(entry)],
  ]
  let metres = streets
  let hours = streetHours(streets)
  for (const arc of path) {
    const points = roads.line(arc)
    for (let i = 2; i < points.length; i += 2) line.push([points[i] ?? 0, points[i + 1] ?? 0])
    metres += roads.roadMetres(arc >> 1)
    hours += hoursOf(arc >> 1)
  }
  return { line: [...line, end], metres, hours, edges: path.map(arc => arc >> 1) }
}

/** A route through all places; other work gets its turn between its legs. */
async function wayThrough(
  graph: Graph,
  points: readonly Point[],
  costs: Costs,
): Promise<Leg | null> {
  const legs: Leg[] = []
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1], points[i]]
    const next = from === undefined || to === undefined ? null : legBetween(graph, from, to, costs)
    if (next === null) return null
    legs.push(next)
    await setImmediate()
  }
  return {
    line: legs.flatMap(l => l.line),
    metres: legs.reduce((sum, l) => sum + l.metres, 0),
    hours: legs.reduce((sum, l) => sum + l.hours, 0),
    edges: legs.flatMap(l => l.edges),
  }
}

/** The share of a route's hours on roads that the other one uses too. */
function sharedPart({ hours }: Graph, way: Leg, otherWay: Leg): number {
  const usedEdges = new Set(otherWay.edges)
  return (
    way.edges.reduce((sum, edge) => sum + (usedEdges.has(edge) ? hours(edge) : 0), 0) / way.hours
  )
}

function routeOf({ line, metres, hours }: Leg): Route {
  const places = line.filter(
    ([lat, lon], i) =>
      i === 0 || i === line.length - 1 || lat !== line[i - 1]?.[0] || lon !== line[i - 1]?.[1],
  )
  return {
    geometry: encodePolyline(places),
    distance: Math.round(metres),
    duration: Math.round(hours * 3600),
  }
}

export const embeddedRouter: Router = {
  source: 'embedded',
  approximate: true,
  async directions(points, exclude) {
    const roadGraph = await graph()
    const costs = roadGraph.costs(exclude)
    const quickest = await wayThrough(roadGraph, points, costs)
    if (quickest === null) return { routes: [], problem: 'no_route' }
    const ways = [quickest]
    const dearer = costs.slice()
    let latest = quickest
    for (
      let i = 0;
      i < TRIES &&
      ways.length < MOST_ROUTES &&
      points.length <= MOST_WITH_CHOICE &&
      latest.edges.length > 0;
      i++
    ) {
      for (const edge of new Set(latest.edges)) dearer[edge] = (dearer[edge] ?? 0) * REUSE_FACTOR
      const way = await wayThrough(roadGraph, points, dearer)
      if (way === null) break
      if (
        way.hours <= quickest.hours * SLOWER &&
        ways.every(otherWay => sharedPart(roadGraph, way, otherWay) <= SHARED)
      )
        ways.push(way)
      latest = way
    }
    return { routes: ways.sort((a, b) => a.hours - b.hours).map(routeOf), problem: null }
  },
}
