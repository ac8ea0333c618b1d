// Removes maps and their layers. React runs a parent's clean-up before its children's, so the map of a layer may be removed already.
import type { Map as MapLibre } from 'maplibre-gl'
import { whenIdle } from '../idle.ts'

const removedMaps = new WeakSet<MapLibre>()

/** Removes a map with its sources, layers and listeners when the page is idle, because removing waits for the graphics card. */
export function takeDown(map: MapLibre): void {
  removedMaps.add(map)
  // The map is no longer visible, so a change of its size must not redraw it.
  map.resize = () => map
  whenIdle(() => map.remove())
}

export const isAlive = (map: MapLibre): boolean => !removedMaps.has(map)

/** Removes layers, then sources, if the map still exists. */
export function removeAll(
  map: MapLibre,
  layers: readonly string[],
  sources: readonly string[],
): void {
  if (!isAlive(map)) return
  for (const layer of layers) if (map.getLayer(layer) !== undefined) map.removeLayer(layer)
  for (const source of sources) if (map.getSource(source) !== undefined) map.removeSource(source)
}
