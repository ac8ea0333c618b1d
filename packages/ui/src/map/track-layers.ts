// Layers of lines in the slot of the tracks, and the arrows along them, which show the direction of travel.
import type {
  LayerSpecification,
  Map as MapLibre,
  MapMouseEvent,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { removeLater } from './idle-map.ts'
import type { MapTheme } from './style.ts'

/** How far the lines of a tile reach into its neighbours, pixels: a little more than half the widest line. The usual 128 doubles the triangles. */
const BUFFER = 16

/** Adds empty sources and the layers that draw them. @returns a function that removes them */
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
      buffer: BUFFER,
    })
  for (const layer of layers) map.addLayer(layer, 'slot-track')
  return () =>
    removeLater(
      map,
      layers.map(layer => layer.id),
      sources,
    )
}

export type LayerEvent = MapMouseEvent & {
  readonly features?: readonly { readonly properties: unknown }[]
}
/** The `id` in the properties of the feature under the pointer. */
export const featureId = <Id extends number | string>({ features }: LayerEvent): Id | undefined =>
  (features?.[0]?.properties as { readonly id?: Id } | undefined)?.id

type PointerHandlers = Readonly<
  Partial<Record<'mousemove' | 'mouseenter' | 'mouseleave' | 'click', (event: LayerEvent) => void>>
>
/** Reports the pointer over a layer of a drawing. @returns a function that removes the layers and ends the listening */
export function followPointer(
  map: MapLibre,
  layer: string,
  handlers: PointerHandlers,
  removeLayers: () => void,
): () => void {
  const subscriptions = (Object.keys(handlers) as (keyof PointerHandlers)[]).map(event =>
    map.on(event, layer, (e: LayerEvent) => handlers[event]?.(e)),
  )
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
    removeLayers()
  }
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
