// Layers of lines in the slot of the tracks, and the arrows along them, which show the direction of travel.
import type { LayerSpecification, Map as MapLibre, SymbolLayerSpecification } from 'maplibre-gl'
import { removeLater } from './idle-map.ts'
import type { MapTheme } from './style.ts'

/** Adds sources, which are still empty, and the layers that draw them. @returns removes them again */
export function addTrackLayers(
  map: MapLibre,
  sources: readonly string[],
  layers: readonly LayerSpecification[],
): () => void {
  for (const source of sources)
    map.addSource(source, {
      type: 'geojson',
      data: { type: 'FeatureCollection', features: [] },
      tolerance: 0.3,
    })
  for (const layer of layers) map.addLayer(layer, 'slot-track')
  return () =>
    removeLater(
      map,
      layers.map(layer => layer.id),
      sources,
    )
}

/** Ends a drawing: its layers go, and nothing is heard of them any more. */
export const endDrawing =
  (subscriptions: readonly { unsubscribe(): void }[], removeLayers: () => void) => (): void => {
    for (const subscription of subscriptions) subscription.unsubscribe()
    removeLayers()
  }

/** @param spacing pixels between two arrows */
export const arrowLayer = (
  id: string,
  source: string,
  spacing: number,
  theme: MapTheme,
): SymbolLayerSpecification => ({
  id,
  type: 'symbol',
  source,
  layout: {
    'symbol-placement': 'line',
    'symbol-spacing': spacing,
    'icon-image': `arrow|${theme}`,
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
  },
})
