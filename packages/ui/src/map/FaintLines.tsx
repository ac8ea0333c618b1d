// Many faint lines on the map, one group for each vehicle: they add up where many overlap. The one under the pointer is highlighted.
import type { GeoJSONSource, LayerSpecification, Map as MapLibre } from 'maplibre-gl'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { edge } from './drawing.ts'
import { useIdleMap, useLayerName } from './idle-map.ts'
import { type LineGroup, lineChanges } from './line-changes.ts'
import { MapPopup } from './Popup.tsx'
import { useStage } from './stage.tsx'
import { type MapTheme, paint } from './style.ts'
import { addTrackLayers, featureId, followPointer, type LayerEvent } from './track-layers.ts'

export interface FaintLinesProps {
  readonly groups: readonly LineGroup[]
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

const round = { 'line-cap': 'round', 'line-join': 'round' } as const
function layersOf(id: string, theme: MapTheme, opacity: number): LayerSpecification[] {
  return [
    {
      id: `${id}-all`,
      type: 'line',
      source: `${id}-all`,
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
  useLines(map, `${id}-all`, groups)
  const strongId = hovered?.id ?? highlight
  const strongGroups = useMemo(
    () => groups.filter(group => group.id === strongId),
    [groups, strongId],
  )
  useLines(map, `${id}-strong`, strongGroups)
  useEffect(() => {
    if (map !== null) paint(map, layersOf(id, theme, opacity))
  }, [map, id, theme, opacity])

  return hovered === null ? null : (
    <MapPopup longitude={hovered.longitude} latitude={hovered.latitude}>
      {popup(hovered.id)}
    </MapPopup>
  )
}

/** Brings the lines of a source, which is empty when its map or its name changes, up to date. */
function useLines(map: MapLibre | null, source: string, groups: readonly LineGroup[]): void {
  const drawing = useRef<{ map: MapLibre | null; source: string; groups: readonly LineGroup[] }>(
    null,
  )
  useEffect(() => {
    const isSame = drawing.current?.map === map && drawing.current.source === source
    const before = isSame ? (drawing.current?.groups ?? []) : []
    drawing.current = { map, source, groups }
    const changes = lineChanges(before, groups)
    if (changes.add.length + changes.remove.length > 0)
      void map?.getSource<GeoJSONSource>(source)?.updateData(changes)
  }, [map, source, groups])
}
