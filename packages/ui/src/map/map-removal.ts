// Removes maps and their layers. React cleans up a parent's effects before its children's, so a layer may find its map removed already.
import type { Map as MapLibre } from 'maplibre-gl'
import { whenIdle } from '../idle.ts'

const removedMaps = new WeakSet<MapLibre>()

/** Removes a map with its sources, layers and listeners when the page is idle, because removing waits for the graphics card. */
export function takeDown(map: MapLibre): void {
  removedMaps.add(map)
  // The map is not visible any more, so it must not be drawn because its size changed.
  map.resize = () => map
  whenIdle(() => map.remove())
}

export const isAlive = (map: MapLibre): boolean => !removedMaps.has(map)

/** Removes layers, then sources, of a map that still stands. */
export function removeAll(
  map: MapLibre,
  layers: readonly string[],
  sources: readonly string[],
): void {
  if (!isAlive(map)) return
  for (const layer of layers) if (map.getLayer(layer) !== undefined) map.removeLayer(layer)
  for (const source of sources) if (map.getSource(source) !== undefined) map.removeSource(source)
}
