// Whether a map still stands: React takes a parent's effects away before its children's, so a layer may find its map gone.
import type { Map as MapLibre } from 'maplibre-gl'
import { whenIdle } from '../idle.ts'

const removedMaps = new WeakSet<MapLibre>()

/** Takes down a map that stands nowhere any more, when there is time: the graphics card is waited for. Its sources, layers and listeners go with it. */
export function takeDown(map: MapLibre): void {
  removedMaps.add(map)
  // nobody sees it: that it has no size any more is no reason to draw it
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
