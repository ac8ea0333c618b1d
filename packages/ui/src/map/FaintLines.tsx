// Many faint lines on the map, one group for each vehicle: they add up where many overlap. The one under the pointer is highlighted.
import type { FeatureCollection } from 'geojson'
import type { GeoJSONSource, LayerSpecification } from 'maplibre-gl'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { edge } from './drawing.ts'
import { useIdleMap, useLayerName } from './idle-map.ts'
import { MapPopup } from './Popup.tsx'
import { useStage } from './stage.tsx'
import { type MapTheme, paint } from './style.ts'
import { addTrackLayers, featureId, followPointer, type LayerEvent } from './track-layers.ts'

export interface FaintGroup {
  readonly id: number
  /** `#2e51bb` */
  readonly color: string
  /** [longitude, latitude] of each bend. */
  readonly lines: readonly (readonly [number, number][])[]
}
export interface FaintLinesProps {
  readonly groups: readonly FaintGroup[]
  /** Opacity of a single line, 0 to 1. */
  readonly opacity: number
  /** A group that a list points at; null: none. */
  readonly highlight: number | null
  readonly popup: (id: number) => ReactNode
  readonly onSelect: (id: number) => void
}
interface PointedGroup {
  readonly id: number
  readonly longitude: number
  readonly latitude: number
}

const featuresOf = (groups: readonly FaintGroup[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: groups.map(({ id, color, lines }) => ({
    type: 'Feature',
    properties: { id, color },
    geometry: { type: 'MultiLineString', coordinates: lines.map(line => [...line]) },
  })),
})

const round = { 'line-cap': 'round', 'line-join': 'round' } as const
function layersOf(id: string, theme: MapTheme, opacity: number): LayerSpecification[] {
  return [
    {
      id: `${id}-all`,
      type: 'line',
      source: `${id}-all`,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': ['get', 'color'],
        'line-width': ['interpolate', ['linear'], ['zoom'], 5, 1.2, 10, 2, 14, 3.5],
        'line-opacity': opacity,
      },
    },
    {
      id: `${id}-edge`,
      type: 'line',
      source: `${id}-strong`,
      layout: round,
      paint: { 'line-color': edge[theme], 'line-width': 6 },
    },
    {
      id: `${id}-strong`,
      type: 'line',
      source: `${id}-strong`,
      layout: round,
      paint: { 'line-color': ['get', 'color'], 'line-width': 3.5 },
    },
    {
      id: `${id}-hit`,
      type: 'line',
      source: `${id}-all`,
      paint: { 'line-color': '#000000', 'line-width': 12, 'line-opacity': 0 },
    },
  ]
}

export function FaintLines({ groups, opacity, highlight, popup, onSelect }: FaintLinesProps) {
  const { theme } = useStage()
  const map = useIdleMap()
  const id = useLayerName('faint')
  const [hovered, setHovered] = useState<PointedGroup | null>(null)
  const latest = useRef({ onSelect, theme, opacity })
  latest.current = { onSelect, theme, opacity }

  useEffect(() => {
    if (map === null) return
    const sources = [`${id}-all`, `${id}-strong`]
    const layers = layersOf(id, latest.current.theme, latest.current.opacity)
    const removeLayers = addTrackLayers(map, sources, layers)
    const handlers = {
      mousemove(event: LayerEvent) {
        map.getCanvas().style.cursor = 'pointer'
        const group = featureId<number>(event)
        const { lng: longitude, lat: latitude } = event.lngLat
        setHovered(group === undefined ? null : { id: group, longitude, latitude })
      },
      mouseleave() {
        map.getCanvas().style.cursor = ''
        setHovered(null)
      },
      click(event: LayerEvent) {
        const group = featureId<number>(event)
        if (group !== undefined) latest.current.onSelect(group)
      },
    }
    return followPointer(map, `${id}-hit`, handlers, removeLayers)
  }, [map, id])
  useEffect(() => {
    if (map !== null) void map.getSource<GeoJSONSource>(`${id}-all`)?.setData(featuresOf(groups))
  }, [map, id, groups])
  const strongId = hovered?.id ?? highlight
  const strongGroups = useMemo(
    () => groups.filter(group => group.id === strongId),
    [groups, strongId],
  )
  useEffect(() => {
    if (map !== null)
      void map.getSource<GeoJSONSource>(`${id}-strong`)?.setData(featuresOf(strongGroups))
  }, [map, id, strongGroups])
  useEffect(() => {
    if (map !== null) paint(map, layersOf(id, theme, opacity))
  }, [map, id, theme, opacity])

  return hovered === null ? null : (
    <MapPopup longitude={hovered.longitude} latitude={hovered.latitude}>
      {popup(hovered.id)}
    </MapPopup>
  )
}
