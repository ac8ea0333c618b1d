// Hubs or points of interest on the map: circles in metres; a click selects, and the edge of the selected one can be dragged.
import type { GeoJSONSource, MapMouseEvent, MapTouchEvent } from 'maplibre-gl'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLayer } from '../layers.ts'
import { formatNumber } from '../texts.ts'
import { removeAll } from './alive.ts'
import {
  type AreaKind,
  areaAt,
  areaLayers,
  chosenSourceOf,
  edgeOf,
  featuresOf,
  layersOf,
  type MapArea,
  sourceOf,
} from './area-layers.ts'
import type { Place } from './camera.ts'
import { circleBox, edgePoint } from './circle.ts'
import { dragEdge, type Held } from './edge-drag.ts'
import { MapMarker } from './Marker.tsx'
import { MapPopup } from './Popup.tsx'
import { RadiusHandle } from './RadiusHandle.tsx'
import { useNearer, usePlace, useStage } from './stage.tsx'
import { paint } from './style.ts'

export interface AreasProps {
  readonly kind: AreaKind
  readonly areas: readonly MapArea[]
  readonly selected: number | null
  readonly onSelect: (id: number) => void
  /** Told once, at the end of a resizing. What it answers is waited for: until then the circle stays as it was drawn by hand. */
  readonly onResize?: ((id: number, radius_m: number) => unknown) | undefined
}

/** The selected area as a place of the camera's. */
export const areaPlace = (kind: AreaKind, id: number): string => `${kind} ${id}`
/** So little may the outline be simplified that a circle stays round. */
const ROUND = 0.02
/** A small area is seen no nearer than this. */
const AREA_ZOOM = 16
/** Where the handle is before a hand has taken it: in the east. */
const EAST = 90

interface Resizing extends Held {
  readonly id: number
}

export function Areas({ kind, areas, selected, onSelect, onResize }: AreasProps) {
  const { t } = useTranslation()
  const { map, theme } = useStage()
  const [hovered, setHovered] = useState<number | null>(null)
  const [resizing, setResizing] = useState<Resizing | null>(null)
  const chosen = useMemo(() => areas.find(area => area.id === selected), [areas, selected])
  const own = resizing !== null && resizing.id === chosen?.id ? resizing : null
  const drawn = useMemo(
    () => (chosen === undefined || own === null ? chosen : { ...chosen, radius: own.radius }),
    [chosen, own],
  )
  const latest = useRef({ onSelect, onResize, theme, selected, chosen })
  latest.current = { onSelect, onResize, theme, selected, chosen }
  useNearer(areas.length > 0)
  usePlace(
    selected === null ? '' : areaPlace(kind, selected),
    useMemo<Place | null>(
      () => (chosen === undefined ? null : { box: circleBox(chosen), zoom: AREA_ZOOM }),
      [chosen],
    ),
  )

  useEffect(() => {
    if (map === null) return
    const sources = [sourceOf(kind), chosenSourceOf(kind)]
    for (const source of sources)
      map.addSource(source, { type: 'geojson', data: featuresOf([]), tolerance: ROUND })
    for (const layer of layersOf(kind, latest.current.theme, latest.current.selected))
      map.addLayer(layer, 'slot-areas')
    const press = (event: MapMouseEvent) => {
      const found = areaAt(map, event.point)
      if (found?.kind === kind) latest.current.onSelect(found.id)
    }
    const move = (event: MapMouseEvent) => {
      const found = areaAt(map, event.point)
      map.getCanvas().style.cursor = found === null ? '' : 'pointer'
      setHovered(found?.kind === kind ? found.id : null)
    }
    const leave = () => {
      map.getCanvas().style.cursor = ''
      setHovered(null)
    }
    const reached = areaLayers(kind)
    const subscriptions = [
      map.on('click', press),
      map.on('mousemove', reached, move),
      map.on('mouseleave', reached, leave),
    ]
    return () => {
      for (const s of subscriptions) s.unsubscribe()
      removeAll(map, areaLayers(kind), sources)
    }
  }, [map, kind])

  useEffect(() => {
    if (map !== null) void map.getSource<GeoJSONSource>(sourceOf(kind))?.setData(featuresOf(areas))
  }, [map, kind, areas])
  useEffect(() => {
    if (map !== null)
      void map
        .getSource<GeoJSONSource>(chosenSourceOf(kind))
        ?.setData(featuresOf(drawn === undefined ? [] : [drawn]))
  }, [map, kind, drawn])
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

  const cancel = useCallback(() => setResizing(null), [])
  const finish = useCallback((done: Resizing | null) => {
    const { chosen: area, onResize: tell } = latest.current
    if (
      done === null ||
      tell === undefined ||
      area?.id !== done.id ||
      area.radius === done.radius
    ) {
      setResizing(null)
      return
    }
    const settle = () => setResizing(now => (now === done ? null : now))
    setResizing(done)
    // who was refused says so himself; here the circle goes back to what is stored
    Promise.resolve(tell(done.id, done.radius)).then(settle, settle)
  }, [])
  const resizable = onResize !== undefined && chosen !== undefined
  useEffect(() => {
    if (map === null || !resizable) return
    let giveBack: (() => void) | null = null
    const begin = (event: MapMouseEvent | MapTouchEvent) => {
      const area = latest.current.chosen
      if (area === undefined || ('points' in event && event.points.length !== 1)) return
      // the map stays where it is
      event.preventDefault()
      giveBack?.()
      giveBack = dragEdge(map, area, {
        live: held => setResizing({ id: area.id, ...held }),
        done: held => finish(held === null ? null : { id: area.id, ...held }),
      })
    }
    const point = () => {
      map.getCanvas().style.cursor = 'move'
    }
    const edge = edgeOf(kind)
    const subscriptions = [
      map.on('mousedown', edge, begin),
      map.on('touchstart', edge, begin),
      map.on('mousemove', edge, point),
    ]
    return () => {
      giveBack?.()
      for (const s of subscriptions) s.unsubscribe()
    }
  }, [map, kind, resizable, finish])
  useLayer(own !== null, cancel)

  const over =
    hovered === null || hovered === selected ? undefined : areas.find(area => area.id === hovered)
  const [longitude, latitude] =
    drawn === undefined ? [0, 0] : edgePoint(drawn, own?.direction ?? EAST)
  return (
    <>
      {over !== undefined && (
        <MapPopup longitude={over.longitude} latitude={over.latitude} offset={16}>
          <strong>{over.name}</strong>
          <div className="flotta-quiet">{formatNumber(over.radius, { unit: 'm' })}</div>
        </MapPopup>
      )}
      {resizable && drawn !== undefined && (
        <MapMarker longitude={longitude} latitude={latitude}>
          <RadiusHandle
            key={drawn.id}
            label={t('ui.map.radius_of', { name: drawn.name })}
            radius={drawn.radius}
            onLive={radius =>
              setResizing({ id: drawn.id, radius, direction: own?.direction ?? EAST })
            }
            onEnd={() => finish(own)}
          />
        </MapMarker>
      )}
    </>
  )
}
