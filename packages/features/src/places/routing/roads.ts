// The road graph of Italy: towns, shortest paths in time, and the line of a path. The router plans
// on it, and the simulated fleet drives on it.

import { distance } from '@flotta/core/geo.ts'
import TinyQueue from 'tinyqueue'
import text from './data/roads-italy.json?raw'

/** Speed of a vehicle where the road allows more, km/h. */
export const cruise = { heavy: 84, light: 122 } as const
export type Weight = keyof typeof cruise

/** Motorway, dual carriageway, primary road, local road, access to one, ferry. */
export type RoadClass = 'm' | 't' | 'p' | 'l' | 'x' | 'f'

/** An edge in one direction: edge × 2, + 1 when driven from end to start. */
export type Arc = number

/** Hours of each edge; Infinity excludes the edge. */
export type Costs = Float32Array

/** A node where a search begins, with the hours spent before it. */
export interface Start {
  readonly node: number
  readonly hours: number
}
export interface Limit {
  /** The search stops at nodes further than this. */
  readonly hours?: number
  /** The search stops when this answers true for a settled node. */
  readonly isDone?: (node: number, hours: number) => boolean
  /** A lower bound of the hours from a node to the goal; the search goes there first. */
  readonly remaining?: (node: number) => number
}

/** The least times from the starts of a search. */
export interface Tree {
  /** Hours; Infinity for nodes that were not reached. */
  readonly hours: Float32Array
  /** The arc that leads to each node, −1 for none. */
  readonly last: Int32Array
}

export interface Roads {
  readonly nodes: number
  latitude(node: number): number
  longitude(node: number): number
  name(node: number): string
  /** Throws RangeError for a town that is not in the graph. */
  town(name: string): number
  /** Nodes that are towns. */
  readonly towns: readonly number[]
  readonly edges: number
  edgeClass(edge: number): RoadClass
  /** The number of the road, `A1`; empty where it has none. */
  edgeRoad(edge: number): string
  /** Speed in traffic, km/h. */
  edgeSpeed(edge: number): number
  /** Metres along the drawn line, which is straighter than the road. */
  edgeMetres(edge: number): number
  /** Metres and hours on the real road. */
  roadMetres(edge: number): number
  roadHours(edge: number): number
  /** Latitude and longitude in turn, in the direction of the arc. */
  line(arc: Arc): Float64Array
  target(arc: Arc): number
  origin(arc: Arc): number
  /** A fixed neighbour of the node. */
  neighbour(node: number): number
  search(starts: readonly Start[], costs: Costs, limit?: Limit): Tree
  /** A search by the time that a drive on roads really takes; no ferries. */
  tree(from: number, weight: Weight, limit?: Limit): Tree
  /** Arcs of the fastest path; empty when `to` is a start. Throws RangeError when there is none. */
  path(tree: Tree, to: number): Arc[]
}

type NodeRow = readonly [longitude: number, latitude: number, rank: number, name?: string]
type EdgeRow = readonly [
  from: number,
  to: number,
  km: number,
  hours: number,
  road: string,
  kind: RoadClass,
  line?: readonly (readonly [number, number])[] | 0,
]

let loadedRoads: Roads | undefined
/** Read once; some 50 ms. */
export const roads = (): Roads => {
  loadedRoads ??= build(JSON.parse(text))
  return loadedRoads
}

/**
 * The arcs of each node in one array; `start[node]` is the index of its first. Ferries are last at each
 * node.
 */
function arcsByStart(
  nodeCount: number,
  from: Int32Array,
  to: Int32Array,
  isFerry: (edge: number) => boolean,
): { readonly start: Int32Array; readonly arcs: Int32Array } {
  const start = new Int32Array(nodeCount + 1)
  for (let e = 0; e < from.length; e++)
    for (const node of [from[e] ?? 0, to[e] ?? 0]) start[node + 1] = (start[node + 1] ?? 0) + 1
  for (let n = 0; n < nodeCount; n++) start[n + 1] = (start[n + 1] ?? 0) + (start[n] ?? 0)
  const arcs = new Int32Array(start[nodeCount] ?? 0)
  const nextIndex = start.slice()
  const addArc = (node: number, arc: number) => {
    const at = nextIndex[node] ?? 0
    arcs[at] = arc
    nextIndex[node] = at + 1
  }
  for (const ferries of [false, true])
    for (let e = 0; e < from.length; e++)
      if (isFerry(e) === ferries) {
        addArc(from[e] ?? 0, e * 2)
        addArc(to[e] ?? 0, e * 2 + 1)
      }
  return { start, arcs }
}

/** The nodes that are towns. Where towns share a name, `byName` has the first. */
function townsOf(nodes: readonly NodeRow[]): {
  readonly towns: readonly number[]
  readonly byName: ReadonlyMap<string, number>
} {
  const towns: number[] = []
  const byName = new Map<string, number>()
  for (const [n, [, , , name]] of nodes.entries()) {
    if (name === undefined || name.startsWith('@')) continue
    towns.push(n)
    if (!byName.has(name)) byName.set(name, n)
  }
  return { towns, byName }
}

/** A reached node; `key` is its hours plus the lower bound to the goal. */
interface QueuedNode {
  readonly node: number
  readonly key: number
}

/** The arcs that leave a node are those from `start[node]` to `start[node + 1]`. */
interface Graph {
  readonly count: number
  readonly start: Int32Array
  readonly arcs: Int32Array
  target(arc: Arc): number
}

/** Dijkstra's search; with `remaining` it is A*. */
function searchTree(
  { count, start, arcs, target }: Graph,
  starts: readonly Start[],
  costs: Costs,
  { hours: limit = Number.POSITIVE_INFINITY, isDone, remaining = () => 0 }: Limit = {},
): Tree {
  const best = new Float32Array(count).fill(Number.POSITIVE_INFINITY)
  const last = new Int32Array(count).fill(-1)
  const closedNodes = new Uint8Array(count)
  const queue = new TinyQueue<QueuedNode>([], (a, b) => a.key - b.key)
  for (const { node, hours: after } of starts)
    if (after < (best[node] ?? 0)) {
      best[node] = after
      queue.push({ node, key: after + remaining(node) })
    }
  for (let nearest = queue.pop(); nearest !== undefined; nearest = queue.pop()) {
    const { node } = nearest
    if (closedNodes[node] === 1) continue
    closedNodes[node] = 1
    const at = best[node] ?? 0
    if (at > limit || isDone?.(node, at) === true) break
    const end = start[node + 1] ?? 0
    for (let i = start[node] ?? 0; i < end; i++) {
      const arc = arcs[i] ?? 0
      const next = target(arc)
      const hoursToNext = Math.fround(at + (costs[arc >> 1] ?? 0))
      if (hoursToNext >= (best[next] ?? 0) || closedNodes[next] === 1) continue
      best[next] = hoursToNext
      last[next] = arc
      queue.push({ node: next, key: hoursToNext + remaining(next) })
    }
  }
  return { hours: best, last }
}

/** Hours of each edge for a kind of vehicle; no drive uses a ferry. */
function hoursOf(
  weight: Weight,
  kinds: readonly RoadClass[],
  metres: Float64Array,
  speeds: Float32Array,
): Costs {
  return Float32Array.from(kinds, (kind, edge) =>
    kind === 'f'
      ? Number.POSITIVE_INFINITY
      : (metres[edge] ?? 0) / 1000 / expectedSpeed(kind, speeds[edge] ?? 50, weight),
  )
}
function build({
  nodes,
  edges,
}: {
  readonly nodes: readonly NodeRow[]
  readonly edges: readonly EdgeRow[]
}): Roads {
  const count = nodes.length
  const lat = Float64Array.from(nodes, n => n[1])
  const lon = Float64Array.from(nodes, n => n[0])
  const from = Int32Array.from(edges, e => e[0])
  const to = Int32Array.from(edges, e => e[1])
  const kinds = edges.map(e => e[5])
  const speeds = Float32Array.from(edges, e => e[2] / e[3])
  const lines = edges.map(e =>
    e[6] ? Float64Array.from(e[6].flatMap(([x, y]) => [y, x])) : undefined,
  )
  const lineOf = (edge: number): Float64Array => {
    const a = from[edge] ?? 0
    const b = to[edge] ?? 0
    return lines[edge] ?? Float64Array.of(lat[a] ?? 0, lon[a] ?? 0, lat[b] ?? 0, lon[b] ?? 0)
  }
  const metres = Float64Array.from(edges, (_, edge) => lengthOf(lineOf(edge)))
  const roadMetres = Float32Array.from(edges, e => e[2] * 1000)
  const roadHours = Float32Array.from(edges, e => e[3])
  const hours = {
    heavy: hoursOf('heavy', kinds, metres, speeds),
    light: hoursOf('light', kinds, metres, speeds),
  }
  const isFerry = (edge: number) => kinds[edge] === 'f'
  const { start, arcs } = arcsByStart(count, from, to, isFerry)
  const target = (arc: Arc): number => (arc % 2 === 0 ? to[arc >> 1] : from[arc >> 1]) ?? 0
  const origin = (arc: Arc): number => (arc % 2 === 0 ? from[arc >> 1] : to[arc >> 1]) ?? 0
  const { towns, byName } = townsOf(nodes)

  const search: Roads['search'] = (starts, costs, limit) =>
    searchTree({ count, start, arcs, target }, starts, costs, limit)

  return {
    nodes: count,
    latitude: node => lat[node] ?? 0,
    longitude: node => lon[node] ?? 0,
    name: node => nodes[node]?.[3] ?? '',
    town(name) {
      const node = byName.get(name)
      if (node === undefined) throw new RangeError(`no town ${name} in the road graph`)
      return node
    },
    towns,
    edges: edges.length,
    edgeClass: edge => kinds[edge] ?? 'l',
    edgeRoad: edge => edges[edge]?.[4] ?? '',
    edgeSpeed: edge => speeds[edge] ?? 50,
    edgeMetres: edge => metres[edge] ?? 0,
    roadMetres: edge => roadMetres[edge] ?? 0,
    roadHours: edge => roadHours[edge] ?? 0,
    line: arc => (arc % 2 === 0 ? lineOf(arc >> 1) : reversedLine(lineOf(arc >> 1))),
    target,
    origin,
    neighbour: node => target(arcs[start[node] ?? 0] ?? 0),
    search,
    tree: (from, weight, limit) => search([{ node: from, hours: 0 }], hours[weight], limit),
    path({ hours: hoursTo, last }, goal) {
      if (!Number.isFinite(hoursTo[goal])) throw new RangeError(`no road to ${goal}`)
      const path: Arc[] = []
      for (let arc = last[goal] ?? -1; arc >= 0; arc = last[origin(arc)] ?? -1) path.push(arc)
      return path.reverse()
    },
  }
}

/**
 * The average speed of a drive on a road, slow-downs included, km/h. Paths and plans use it.
 */
function expectedSpeed(kind: RoadClass, speed: number, weight: Weight): number {
  if (kind === 'l') return 44
  if (kind === 'x') return 38
  return Math.min(speed * (kind === 'p' ? 0.8 : 0.97), cruise[weight]) * 0.93
}

function lengthOf(line: Float64Array): number {
  let sum = 0
  for (let i = 2; i < line.length; i += 2)
    sum += distance(line[i - 2] ?? 0, line[i - 1] ?? 0, line[i] ?? 0, line[i + 1] ?? 0)
  return sum
}
function reversedLine(line: Float64Array): Float64Array {
  const back = new Float64Array(line.length)
  for (let i = 0; i < line.length; i += 2) {
    back[i] = line[line.length - 2 - i] ?? 0
    back[i + 1] = line[line.length - 1 - i] ?? 0
  }
  return back
}
