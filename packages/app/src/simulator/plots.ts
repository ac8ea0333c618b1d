// Where vehicles stand: each on a plot or a ramp of its own beside a road.
import { bearing, distance } from '@flotta/core/geo.ts'
import { roads } from '@flotta/features/places/routing/roads.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import { random } from './random.ts'

/** Metres between the trackers of a tractor and its trailer: two trailers of one tractor never stand on the same spot. */
const behindOf = ({ index }: DemoVehicle): number => 12 + 6 * (index % 5)

/**
 * Where a vehicle stands near a node of the graph: at its depot on a plot of its own in rows of ten, elsewhere at a ramp, a trailer behind its
 * tractor. Plots are beside a road, so that they are on land.
 */
export function plotOf(
  vehicle: DemoVehicle,
  node: number,
  home: boolean,
  tractor = vehicle,
): { readonly latitude: number; readonly longitude: number } {
  const graph = roads()
  const way = bearing(
    graph.latitude(node),
    graph.longitude(node),
    graph.latitude(graph.neighbour(node)),
    graph.longitude(graph.neighbour(node)),
  )
  const luck = random(tractor.index, node, 31)
  const behind = tractor === vehicle ? 0 : behindOf(vehicle)
  const [along, aside] = home
    ? [450 + 9 * (vehicle.index % 10), 70 + 18 * Math.floor(vehicle.index / 10)]
    : [200 + 350 * luck - behind, -60 - 7 * (tractor.index % 40)]
  const [north, east] = [Math.cos((way * Math.PI) / 180), Math.sin((way * Math.PI) / 180)]
  const metres = 111_195
  const latitude = graph.latitude(node) + (along * north - aside * east) / metres
  return {
    latitude,
    longitude:
      graph.longitude(node) +
      (along * east + aside * north) / (metres * Math.cos((latitude * Math.PI) / 180)),
  }
}
/** Metres between a node and the plot near it. */
export function drivewayOf(
  vehicle: DemoVehicle,
  node: number,
  home: boolean,
  tractor = vehicle,
): number {
  const { latitude, longitude } = plotOf(vehicle, node, home, tractor)
  return distance(roads().latitude(node), roads().longitude(node), latitude, longitude)
}
