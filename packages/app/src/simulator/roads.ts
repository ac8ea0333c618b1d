// The road graph of Italy: towns, shortest paths by time, and the line that a path draws.
import { distance } from '@flotta/core/geo.ts'
import text from './data/roads-italy.json?raw'

/** How fast a vehicle may go where the road allows more, km/h. */
export const cruise = { heavy: 84, light: 122 } as const
export type Weight = keyof typeof cruise

type RoadClass = 'm' | 't' | 'p' | 'l' | 'x' | 'f'

/** An edge in one direction: edge × 2, + 1 when driven from its end to its start. */
export type Arc = number

/** Shortest times from one node. */
export interface Tree {
  readonly from: number
  /** hours, Infinity where it does not reach */
  readonly hours: Float32Array
  /** arc that leads to each node, −1 for none */
  readonly last: Int32Array
}

export interface Roads {
  readonly nodes: number
  latitude(node: number): number
  longitude(node: number): number
  name(node: number): string
  /** Throws RangeError on a town that is not in the graph. */
  town(name: string): number
  /** Nodes that are towns. */
  readonly towns: readonly number[]
  edgeClass(edge: number): RoadClass
  /** km/h that traffic makes on it */
  edgeSpeed(edge: number): number
  /** Metres along its line. */
  edgeMetres(edge: number): number
  /** Latitude and longitude by turns, in the direction of the arc. */
  line(arc: Arc): Float64Array
  target(arc: Arc): number
  /** The node at the end of one of its roads, always the same. */
  neighbour(node: number): number
  tree(from: number, weight: Weight, limit?: { readonly hours?: number; readonly to?: number }): Tree
  /** Arcs of the shortest path; empty when `to` is the start. Throws RangeError where none leads. */
  path(tree: Tree, to: number): Arc[]
}

type NodeRow = readonly [longitude: number, latitude: number, rank: number, name?: string]
type EdgeRow = readonly [from: number, to: number, km: number, hours: number, road: string, kind: RoadClass, line?: readonly (readonly [number, number])[] | 0]

let loaded: Roads | undefined
/** Read once; some 50 ms. */
export const roads = (): Roads => {
  loaded ??= build(JSON.parse(text))
  return loaded
}

function build({ nodes, edges }: { readonly nodes: readonly NodeRow[]; readonly edges: readonly EdgeRow[] }): Roads {
  const count = nodes.length
  const lat = Float64Array.from(nodes, n => n[1])
  const lon = Float64Array.from(nodes, n => n[0])
  const from = Int32Array.from(edges, e => e[0])
  const to = Int32Array.from(edges, e => e[1])
  const kinds = edges.map(e => e[5])
  const speeds = Float32Array.from(edges, e => e[2] / e[3])
  const lines = edges.map(e => (e[6] ? Float64Array.from(e[6].flatMap(([x, y]) => [y, x])) : undefined))
  const lineOf = (edge: number): Float64Array => {
    const a = from[edge] ?? 0
    const b = to[edge] ?? 0
    return lines[edge] ?? Float64Array.of(lat[a] ?? 0, lon[a] ?? 0, lat[b] ?? 0, lon[b] ?? 0)
  }
  const metres = Float64Array.from(edges, (_, edge) => lengthOf(lineOf(edge)))
  const hours = { heavy: new Float32Array(edges.length), light: new Float32Array(edges.length) }
  for (const weight of ['heavy', 'light'] as const)
    for (let e = 0; e < edges.length; e++) hours[weight][e] = (metres[e] ?? 0) / 1000 / expectedSpeed(kinds[e] ?? 'l', speeds[e] ?? 50, weight)

  // arcs by their start, one row after the other; ferries are no roads
  const start = new Int32Array(count + 1)
  const drivable = (e: number) => kinds[e] !== 'f'
  for (let e = 0; e < edges.length; e++) if (drivable(e)) for (const node of [from[e] ?? 0, to[e] ?? 0]) start[node + 1] = (start[node + 1] ?? 0) + 1
  for (let n = 0; n < count; n++) start[n + 1] = (start[n + 1] ?? 0) + (start[n] ?? 0)
  const arcs = new Int32Array(start[count] ?? 0)
  const fill = start.slice()
  const put = (node: number, arc: number) => {
    const at = fill[node] ?? 0
    arcs[at] = arc
    fill[node] = at + 1
  }
  for (let e = 0; e < edges.length; e++)
    if (drivable(e)) {
      put(from[e] ?? 0, e * 2)
      put(to[e] ?? 0, e * 2 + 1)
    }
  const target = (arc: Arc): number => (arc % 2 === 0 ? to[arc >> 1] : from[arc >> 1]) ?? 0
  const origin = (arc: Arc): number => (arc % 2 === 0 ? from[arc >> 1] : to[arc >> 1]) ?? 0
  const byName = new Map<string, number>()
  const towns: number[] = []
  for (let n = 0; n < count; n++) {
    const name = nodes[n]?.[3]
    if (name === undefined || name.startsWith('@')) continue
    towns.push(n)
    if (!byName.has(name)) byName.set(name, n)
  }

  function tree(root: number, weight: Weight, { hours: limit = Number.POSITIVE_INFINITY, to: goal = -1 } = {}): Tree {
    const cost = hours[weight]
    const best = new Float32Array(count).fill(Number.POSITIVE_INFINITY)
    const last = new Int32Array(count).fill(-1)
    const heap = new Heap()
    best[root] = 0
    heap.push(root, 0)
    for (;;) {
      const at = heap.key
      const node = heap.pop()
      if (node < 0 || node === goal || at > limit) break
      if (at > (best[node] ?? 0)) continue
      const end = start[node + 1] ?? 0
      for (let i = start[node] ?? 0; i < end; i++) {
        const arc = arcs[i] ?? 0
        const next = target(arc)
        const reached = Math.fround(at + (cost[arc >> 1] ?? 0))
        if (reached >= (best[next] ?? 0)) continue
        best[next] = reached
        last[next] = arc
        heap.push(next, reached)
      }
    }
    return { from: root, hours: best, last }
  }

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
    edgeClass: edge => kinds[edge] ?? 'l',
    edgeSpeed: edge => speeds[edge] ?? 50,
    edgeMetres: edge => metres[edge] ?? 0,
    line: arc => (arc % 2 === 0 ? lineOf(arc >> 1) : reversed(lineOf(arc >> 1))),
    target,
    neighbour: node => target(arcs[start[node] ?? 0] ?? 0),
    tree,
    path(t, goal) {
      const path: Arc[] = []
      for (let node = goal; node !== t.from; ) {
        const arc = t.last[node] ?? -1
        if (arc < 0) throw new RangeError(`no road from ${t.from} to ${goal}`)
        path.push(arc)
        node = origin(arc)
      }
      return path.reverse()
    },
  }
}

/** km/h that a drive really makes on a road, slow-downs included: what paths and plans reckon with. */
function expectedSpeed(kind: RoadClass, speed: number, weight: Weight): number {
  if (kind === 'l') return 44
  if (kind === 'x') return 38
  return Math.min(speed * (kind === 'p' ? 0.8 : 0.97), cruise[weight]) * 0.93
}

function lengthOf(line: Float64Array): number {
  let sum = 0
  for (let i = 2; i < line.length; i += 2) sum += distance(line[i - 2] ?? 0, line[i - 1] ?? 0, line[i] ?? 0, line[i + 1] ?? 0)
  return sum
}
function reversed(line: Float64Array): Float64Array {
  const back = new Float64Array(line.length)
  for (let i = 0; i < line.length; i += 2) {
    back[i] = line[line.length - 2 - i] ?? 0
    back[i + 1] = line[line.length - 1 - i] ?? 0
  }
  return back
}

/** Smallest key first. */
class Heap {
  readonly #nodes: number[] = []
  readonly #keys: number[] = []
  /** Key of what `pop` gives next. */
  get key(): number {
    return this.#keys[0] ?? Number.POSITIVE_INFINITY
  }
  push(node: number, key: number): void {
    let i = this.#nodes.length
    while (i > 0) {
      const parent = (i - 1) >> 1
      const above = this.#keys[parent] ?? 0
      if (above <= key) break
      this.#set(i, this.#nodes[parent] ?? 0, above)
      i = parent
    }
    this.#set(i, node, key)
  }
  /** −1 when empty. */
  pop(): number {
    const top = this.#nodes[0]
    const node = this.#nodes.pop()
    const key = this.#keys.pop()
    if (top === undefined || node === undefined || key === undefined) return -1
    const size = this.#nodes.length
    if (size === 0) return top
    let i = 0
    for (;;) {
      let child = i * 2 + 1
      if (child >= size) break
      if (child + 1 < size && (this.#keys[child + 1] ?? 0) < (this.#keys[child] ?? 0)) child++
      const below = this.#keys[child] ?? 0
      if (below >= key) break
      this.#set(i, this.#nodes[child] ?? 0, below)
      i = child
    }
    this.#set(i, node, key)
    return top
  }
  #set(i: number, node: number, key: number): void {
    this.#nodes[i] = node
    this.#keys[i] = key
  }
}
