// Alternative routes on the map: the chosen one stands out, a click chooses another, and the places on the route are numbered.
import type { FeatureCollection } from 'geojson'
import type { GeoJSONSource, LayerSpecification } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { edge, trackColor } from './drawing.ts'
import { useIdleMap, useLayerName } from './idle-map.ts'
import { MapMarker } from './Marker.tsx'
import { useStage } from './stage.tsx'
import { type MapTheme, paint } from './style.ts'
import {
  addTrackLayers,
  arrowLayer,
  featureId,
  followPointer,
  type LayerEvent,
} from './track-layers.ts'

export interface MapRoute {
  readonly id: string
  /** Latitude and longitude of each bend. */
  readonly line: readonly (readonly [number, number])[]
}
export interface RoutesProps {
  readonly routes: readonly MapRoute[]
  readonly chosen: string | null
  readonly onChoose?: ((id: string) => void) | undefined
  /** In the order of the route. */
  readonly places?: readonly {
    readonly id: string
    readonly latitude: number
    readonly longitude: number
  }[]
}

const otherColor: Readonly<Record<MapTheme, string>> = { light: '#66707f', dark: '#8e98a8' }
const NO_PLACES: NonNullable<RoutesProps['places']> = []

const linesOf = (routes: readonly MapRoute[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: routes.map(({ id, line }) => ({
    type: 'Feature',
    properties: { id },
    geometry: { type: 'LineString', coordinates: line.map(([lat, lng]) => [lng, lat]) },
  })),
})

function layersOf(id: string, theme: MapTheme): LayerSpecification[] {
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  const line = (
    part: string,
    source: string,
    color: string,
    width: number,
    opacity = 1,
  ): LayerSpecification => ({
    id: `${id}-${part}`,
    type: 'line',
    source: `${id}-${source}`,
    layout: round,
    paint: { 'line-color': color, 'line-width': width, 'line-opacity': opacity },
  })
  return [
    line('others-edge', 'others', edge[theme], 7, 0.9),
    line('others-line', 'others', otherColor[theme], 4, 0.8),
    line('chosen-edge', 'chosen', edge[theme], 9, 0.9),
    line('chosen-line', 'chosen', trackColor[theme], 5),
    arrowLayer(`${id}-arrows`, `${id}-chosen`, 110, theme),
    line('hit', 'others', '#000000', 20, 0),
  ]
}

export function Routes({ routes, chosen, onChoose, places = NO_PLACES }: RoutesProps) {
  const { theme } = useStage()
  const map = useIdleMap()
  const id = useLayerName('routes')
  const latest = useRef({ onChoose, theme })
  latest.current = { onChoose, theme }

  useEffect(() => {
    if (map === null) return
    const sources = [`${id}-others`, `${id}-chosen`]
    const removeLayers = addTrackLayers(map, sources, layersOf(id, latest.current.theme))
    const point = (cursor: string) => () => {
      map.getCanvas().style.cursor = latest.current.onChoose === undefined ? '' : cursor
    }
    const handlers = {
      click(event: LayerEvent) {
        const routeId = featureId<string>(event)
        if (routeId !== undefined) latest.current.onChoose?.(routeId)
      },
      mouseenter: point('pointer'),
      mouseleave: point(''),
    }
    return followPointer(map, `${id}-hit`, handlers, removeLayers)
  }, [map, id])
  useEffect(() => {
    if (map === null) return
    void map
      .getSource<GeoJSONSource>(`${id}-others`)
      ?.setData(linesOf(routes.filter(route => route.id !== chosen)))
    void map
      .getSource<GeoJSONSource>(`${id}-chosen`)
      ?.setData(linesOf(routes.filter(route => route.id === chosen)))
  }, [map, id, routes, chosen])
  useEffect(() => {
    if (map === null) return
    paint(map, layersOf(id, theme))
    map.setLayoutProperty(`${id}-arrows`, 'icon-image', `arrow|${theme}`)
  }, [map, id, theme])

  return places.map(({ id: place, latitude, longitude }, i) => (
    <MapMarker key={place} latitude={latitude} longitude={longitude}>
      <span className="flotta-place" aria-hidden data-end={i === places.length - 1 || undefined}>
        {i + 1}
      </span>
    </MapMarker>
  ))
}
