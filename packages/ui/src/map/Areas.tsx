// Hubs or points of interest on the map: circles in metres; a click selects one, and the edge of the selected one can be dragged.
import type { GeoJSONSource, Map as MapLibre, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../texts.ts'
import {
  type AreaKind,
  areaAt,
  areaLayers,
  chosenSourceOf,
  featuresOf,
  layersOf,
  type MapArea,
  sourceOf,
} from './area-layers.ts'
import { circleBox, edgePoint } from './circle.ts'
import { MapMarker } from './Marker.tsx'
import { removeAll } from './map-removal.ts'
import { MapPopup } from './Popup.tsx'
import type { Place } from './place.ts'
import { RadiusHandle } from './RadiusHandle.tsx'
import { useNearer, usePlace, useStage } from './stage.tsx'
import { type MapTheme, paint } from './style.ts'
import { type AreaResizing, useResizing } from './useResizing.ts'

export interface AreasProps {
  readonly kind: AreaKind
  readonly areas: readonly MapArea[]
  readonly selected: number | null
  readonly onSelect: (id: number) => void
  /** Called once, at the end of a resizing. Until its promise settles, the circle keeps the new radius. */
  readonly onResize?: ((id: number, radius_m: number) => unknown) | undefined
}

/** The name of the selected area among the places that the camera shows. */
export const areaPlace = (kind: AreaKind, id: number): string => `${kind} ${id}`
/** The map simplifies outlines by at most this much, so that a circle stays round. */
const ROUND = 0.02
/** The camera zooms to a small area no nearer than this. */
const AREA_ZOOM = 16

export function Areas({ kind, areas, selected, onSelect, onResize }: AreasProps) {
  const { map, theme } = useStage()
  const selectedArea = useMemo(() => areas.find(area => area.id === selected), [areas, selected])
  useNearer(areas.length > 0)
  usePlace(
    selected === null ? '' : areaPlace(kind, selected),
    useMemo<Place | null>(
      () => (selectedArea === undefined ? null : { box: circleBox(selectedArea), zoom: AREA_ZOOM }),
      [selectedArea],
    ),
  )
  useAreaLayers(map, kind, theme, selected)
  const hoveredId = useAreaPointer(map, kind, onSelect)
  const resizing = useResizing({ map, kind, area: selectedArea, onResize })
  const { radius } = resizing
  const drawnArea = useMemo(
    () =>
      selectedArea === undefined || radius === null ? selectedArea : { ...selectedArea, radius },
    [selectedArea, radius],
  )
  useAreaData(map, sourceOf(kind), areas)
  useAreaData(
    map,
    chosenSourceOf(kind),
    useMemo(() => (drawnArea === undefined ? [] : [drawnArea]), [drawnArea]),
  )

  const hoveredArea =
    hoveredId === null || hoveredId === selected
      ? undefined
      : areas.find(area => area.id === hoveredId)
  return (
    <>
      {hoveredArea !== undefined && <AreaPopup area={hoveredArea} />}
      {resizing.isResizable && drawnArea !== undefined && (
        <AreaHandle area={drawnArea} resizing={resizing} />
      )}
    </>
  )
}

function AreaPopup({ area }: { readonly area: MapArea }) {
  return (
    <MapPopup longitude={area.longitude} latitude={area.latitude} offset={16}>
      <strong>{area.name}</strong>
      {area.ring === undefined && (
        <div className="flotta-quiet">{formatNumber(area.radius, { unit: 'm' })}</div>
      )}
    </MapPopup>
  )
}

function AreaHandle({
  area,
  resizing,
}: {
  readonly area: MapArea
  readonly resizing: AreaResizing
}) {
  const { t } = useTranslation()
  const [longitude, latitude] = edgePoint(area, resizing.direction)
  return (
    <MapMarker longitude={longitude} latitude={latitude}>
      <RadiusHandle
        key={area.id}
        label={t('ui.map.radius_of', { name: area.name })}
        radius={area.radius}
        onLive={resizing.change}
        onEnd={resizing.finish}
      />
    </MapMarker>
  )
}

/** Adds the sources and layers of a kind, and gives them the theme and the selection. */
function useAreaLayers(
  map: MapLibre | null,
  kind: AreaKind,
  theme: MapTheme,
  selected: number | null,
): void {
  const latest = useRef({ theme, selected })
  latest.current = { theme, selected }
  useEffect(() => {
    if (map === null) return
    const sources = [sourceOf(kind), chosenSourceOf(kind)]
    for (const source of sources)
      map.addSource(source, { type: 'geojson', data: featuresOf([]), tolerance: ROUND })
    for (const layer of layersOf(kind, latest.current.theme, latest.current.selected))
      map.addLayer(layer, 'slot-areas')
    return () => removeAll(map, areaLayers(kind), sources)
  }, [map, kind])
  useEffect(() => {
    if (map === null) return
    const layers = layersOf(kind, theme, selected)
    paint(map, layers)
    for (const layer of layers) {
      if ('filter' in layer) map.setFilter(layer.id, layer.filter)
      if (layer.type === 'symbol')
        map.setLayoutProperty(layer.id, 'icon-image', layer.layout?.['icon-image'])
    }
  }, [map, kind, theme, selected])
}

/** Selects the area that is clicked, and returns the area that the pointer is over. */
function useAreaPointer(
  map: MapLibre | null,
  kind: AreaKind,
  onSelect: (id: number) => void,
): number | null {
  const [hovered, setHovered] = useState<number | null>(null)
  const latest = useRef(onSelect)
  latest.current = onSelect
  useEffect(() => {
    if (map === null) return
    const click = (event: MapMouseEvent) => {
      const area = areaAt(map, event.point)
      if (area?.kind === kind) latest.current(area.id)
    }
    const move = (event: MapMouseEvent) => {
      const area = areaAt(map, event.point)
      map.getCanvas().style.cursor = area === null ? '' : 'pointer'
      setHovered(area?.kind === kind ? area.id : null)
    }
    const leave = () => {
      map.getCanvas().style.cursor = ''
      setHovered(null)
    }
    const layers = areaLayers(kind)
    const subscriptions = [
      map.on('click', click),
      map.on('mousemove', layers, move),
      map.on('mouseleave', layers, leave),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [map, kind])
  return hovered
}

function useAreaData(map: MapLibre | null, source: string, areas: readonly MapArea[]): void {
  useEffect(() => {
    if (map !== null) void map.getSource<GeoJSONSource>(source)?.setData(featuresOf(areas))
  }, [map, source, areas])
}
