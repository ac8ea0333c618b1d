// The places that a vehicle serves: its home and the towns that it drives to, with the times and roads between them.

import type { Arc, Roads, Tree, Weight } from '@flotta/features/places/routing/roads.ts'
import type { DemoVehicle, Rota } from '@flotta/features/provider/demo/fleet.ts'
import { hash } from './random.ts'

export interface Network {
  readonly weight: Weight
  /** Nodes of the road graph; the first is home. */
  readonly places: readonly number[]
  /** Hours and metres between two places, by their index in `places`. */
  hours(from: number, to: number): number
  metres(from: number, to: number): number
  path(from: number, to: number): readonly Arc[]
}

/** Towns with freight, on the mainland. */
const freight =
  'Milan|Turin|Genoa|Verona|Padova|Bologna|Florence|Rome|Naples|Bari|Mestre|Trieste|Brescia|Bergamo|Piacenza|Parma|Modena|Ancona|Pescara|Livorno|Perugia|Foggia|Taranto|Salerno|Trento|Bolzano|Udine|Alessandria|Novara|La Spezia|Grosseto|Latina|Caserta|Cosenza|Terni|Viterbo|Rimini|Ravenna|Ferrara|Forlì|Cesena|Mantova|Cremona|Vicenza|Treviso|Pordenone|Savona|Arezzo|Siena|Frosinone|Cassino|Orte|Civitavecchia|Prato|Como|Varese|Pavia|Lodi|Asti|Rovigo|Teramo|Termoli|Melfi|Potenza|Cuneo|Avellino|Lamezia Terme|Brindisi|Lecce|Jesi|Fiano Romano|Vercelli'.split(
    '|',
  )

/** Distance from home of the places of light vehicles, hours, and the number of places. */
const local: Readonly<
  Partial<Record<Rota, { readonly least: number; readonly most: number; readonly places: number }>>
> = {
  rounds: { least: 0.2, most: 0.7, places: 14 },
  trips: { least: 0.5, most: 2.1, places: 10 },
}

/** One graph of places for all long-distance vehicles; the others have their own. Each is made when it is first needed. */
export function networks(roads: Roads, seed: number): (vehicle: DemoVehicle) => Network {
  const trees = new Map<number, Tree>()
  const treeOf = (node: number): Tree => {
    const tree = trees.get(node) ?? roads.tree(node, 'heavy')
    trees.set(node, tree)
    return tree
  }
  const cachedNetworks = new Map<number, Network>()
  const farFrom = new Map<string, Network>()
  return vehicle => {
    const range = local[vehicle.rota]
    if (range === undefined) {
      const network = farFrom.get(vehicle.home) ?? far(roads, vehicle.home, treeOf)
      farFrom.set(vehicle.home, network)
      return network
    }
    const network = cachedNetworks.get(vehicle.index) ?? near(roads, vehicle, range, seed)
    cachedNetworks.set(vehicle.index, network)
    return network
  }
}

function far(roads: Roads, home: string, treeOf: (node: number) => Tree): Network {
  const places = [home, ...freight.filter(name => name !== home)].map(name => roads.town(name))
  const node = (place: number) => places[place] ?? 0
  const lengths = new Map<number, number>()
  const path = (from: number, to: number) => roads.path(treeOf(node(from)), node(to))
  return {
    weight: 'heavy',
    places,
    hours: (from, to) => treeOf(node(from)).hours[node(to)] ?? Number.POSITIVE_INFINITY,
    path,
    metres(from, to) {
      const key = from * places.length + to
      const sum = lengths.get(key) ?? lengthOf(roads, path(from, to))
      lengths.set(key, sum)
      return sum
    },
  }
}

function near(
  roads: Roads,
  vehicle: DemoVehicle,
  range: { readonly least: number; readonly most: number; readonly places: number },
  seed: number,
): Network {
  const home = roads.town(vehicle.home)
  const around = roads.tree(home, 'light', { hours: range.most })
  const candidates = roads.towns
    .filter(node => {
      const hours = around.hours[node] ?? Number.POSITIVE_INFINITY
      return hours >= range.least && hours <= range.most
    })
    .sort((a, b) => hash(seed, vehicle.index, a) - hash(seed, vehicle.index, b))
  const places = [home, ...candidates.slice(0, range.places)]
  const ways = places.map(from => {
    const tree = roads.tree(from, 'light', { hours: range.most * 2 + 0.1 })
    return places.map(to => ({
      hours: tree.hours[to] ?? Number.POSITIVE_INFINITY,
      path: roads.path(tree, to),
    }))
  })
  const way = (from: number, to: number) =>
    ways[from]?.[to] ?? { hours: Number.POSITIVE_INFINITY, path: [] }
  return {
    weight: 'light',
    places,
    hours: (from, to) => way(from, to).hours,
    path: (from, to) => way(from, to).path,
    metres: (from, to) => lengthOf(roads, way(from, to).path),
  }
}

function lengthOf(roads: Roads, path: readonly Arc[]): number {
  let sum = 0
  for (const arc of path) sum += roads.edgeMetres(arc >> 1)
  return sum
}
