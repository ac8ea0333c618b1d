// A track on the map: a line with direction arrows, its fixes when zoomed in, and marks for start, stops and end.
import type { Feature, FeatureCollection } from 'geojson'
import type { GeoJSONSource, LayerSpecification } from 'maplibre-gl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { edge, trackColor } from './drawing.ts'
import { useIdleMap, useLayerName } from './idle-map.ts'
import { MapPopup } from './Popup.tsx'
import { useDimmed, useStage } from './stage.tsx'
import { type MapTheme, paint } from './style.ts'
import { addTrackLayers, arrowLayer, followPointer, type LayerEvent } from './track-layers.ts'
import { nearestPoint, type TrackPoints } from './track-points.ts'

export interface TrackMark {
  readonly kind: 'start' | 'stop' | 'end'
  readonly longitude: number
  readonly latitude: number
}
export interface TrackProps {
  readonly track: TrackPoints
  readonly marks?: readonly TrackMark[]
  /** The part that is pointed at in a list; it is drawn stronger. */
  readonly highlight?: TrackPoints | null
  /** The content shown for the fix nearest to the pointer. */
  readonly popup: (index: number) => ReactNode
  readonly onPoint?: (index: number) => void
  /** Receives the index of the fix nearest to the pointer; −1: none. It must stay the same function. */
  readonly onHover?: (index: number) => void
}

const DOTS_FROM_ZOOM = 12
/** With more fixes than this the dots would look like a second line. */
const DOTS_MAX = 20_000
const NO_MARKS: readonly TrackMark[] = []

const coordinates = ({ longitude, latitude }: TrackPoints): [number, number][] =>
  longitude.map((lng, i) => [lng, latitude[i] ?? 0])
const line = (track: TrackPoints): FeatureCollection => ({
  type: 'FeatureCollection',
  features:
    track.at.length < 2
      ? []
      : [
          {
            type: 'Feature',
            properties: {},
            geometry: { type: 'LineString', coordinates: coordinates(track) },
          },
        ],
})
const dots = (track: TrackPoints): FeatureCollection => ({
  type: 'FeatureCollection',
  features:
    track.at.length === 0 || track.at.length > DOTS_MAX
      ? []
      : [
          {
            type: 'Feature',
            properties: {},
            geometry: { type: 'MultiPoint', coordinates: coordinates(track) },
          },
        ],
})
const badges = (marks: readonly TrackMark[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: marks.map<Feature>(({ kind, longitude, latitude }) => ({
    type: 'Feature',
    properties: { kind },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
})
const EMPTY: TrackPoints = { at: [], latitude: [], longitude: [], speed: [], direction: [] }

function layersOf(id: string, theme: MapTheme): LayerSpecification[] {
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  return [
    {
      id: `${id}-edge`,
      type: 'line',
      source: `${id}-line`,
      layout: round,
      paint: { 'line-color': edge[theme], 'line-width': 7, 'line-opacity': 0.9 },
    },
    {
      id: `${id}-line`,
      type: 'line',
      source: `${id}-line`,
      layout: round,
      paint: { 'line-color': trackColor[theme], 'line-width': 4 },
    },
    {
      id: `${id}-strong`,
      type: 'line',
      source: `${id}-strong`,
      layout: round,
      paint: { 'line-color': '#f78b00', 'line-width': 6 },
    },
    arrowLayer(`${id}-arrows`, `${id}-line`, 90, theme),
    {
      id: `${id}-dots`,
      type: 'circle',
      source: `${id}-dots`,
      minzoom: DOTS_FROM_ZOOM,
      paint: {
        'circle-radius': 3.5,
        'circle-color': edge[theme],
        'circle-stroke-color': trackColor[theme],
        'circle-stroke-width': 2,
      },
    },
    {
      id: `${id}-hit`,
      type: 'line',
      source: `${id}-line`,
      layout: round,
      paint: { 'line-color': '#000000', 'line-width': 18, 'line-opacity': 0 },
    },
    {
      id: `${id}-marks`,
      type: 'symbol',
      source: `${id}-marks`,
      layout: {
        'icon-image': ['concat', 'mark|', ['get', 'kind'], `|${theme}`],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    },
  ]
}

export function Track({
  track,
  marks = NO_MARKS,
  highlight = null,
  popup,
  onPoint,
  onHover,
}: TrackProps) {
  const { theme } = useStage()
  useDimmed(track.at.length > 1)
  const map = useIdleMap()
  const id = useLayerName('track')
  const [hovered, setHovered] = useState(-1)
  const latest = useRef({ track, onPoint, theme })
  latest.current = { track, onPoint, theme }

  useEffect(() => {
    if (map === null) return
    const sources = ['line', 'strong', 'dots', 'marks'].map(part => `${id}-${part}`)
    const removeLayers = addTrackLayers(map, sources, layersOf(id, latest.current.theme))
    const handlers = {
      mousemove({ lngLat }: LayerEvent) {
        map.getCanvas().style.cursor = 'crosshair'
        setHovered(nearestPoint(latest.current.track, lngLat))
      },
      mouseleave() {
        map.getCanvas().style.cursor = ''
        setHovered(-1)
      },
      click({ lngLat }: LayerEvent) {
        const i = nearestPoint(latest.current.track, lngLat)
        if (i >= 0) latest.current.onPoint?.(i)
      },
    }
    return followPointer(map, `${id}-hit`, handlers, removeLayers)
  }, [map, id])

  useEffect(() => {
    if (map === null) return
    void map.getSource<GeoJSONSource>(`${id}-line`)?.setData(line(track))
    void map.getSource<GeoJSONSource>(`${id}-dots`)?.setData(dots(track))
  }, [map, id, track])
  useEffect(() => {
    if (map !== null)
      void map.getSource<GeoJSONSource>(`${id}-strong`)?.setData(line(highlight ?? EMPTY))
  }, [map, id, highlight])
  useEffect(() => {
    if (map !== null) void map.getSource<GeoJSONSource>(`${id}-marks`)?.setData(badges(marks))
  }, [map, id, marks])
  useEffect(() => {
    if (map === null) return
    paint(map, layersOf(id, theme))
    map.setLayoutProperty(`${id}-arrows`, 'icon-image', `arrow|${theme}`)
    map.setLayoutProperty(`${id}-marks`, 'icon-image', [
      'concat',
      'mark|',
      ['get', 'kind'],
      `|${theme}`,
    ])
  }, [map, id, theme])

  useEffect(() => onHover?.(hovered), [onHover, hovered])

  const longitude = track.longitude[hovered]
  const latitude = track.latitude[hovered]
  return longitude !== undefined && latitude !== undefined ? (
    <MapPopup longitude={longitude} latitude={latitude}>
      {popup(hovered)}
    </MapPopup>
  ) : null
}
