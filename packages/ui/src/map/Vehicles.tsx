// The vehicles on the map: all in one clustered source, the selected one in another above it, and a popup for the one under the pointer.
import type { Language } from '@flotta/core/languages.ts'
import type { FilterSpecification, Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../texts.ts'
import { removeAll } from './map-removal.ts'
import { HoveredPopup, type VehiclePopup } from './Popup.tsx'
import { useStage } from './stage.tsx'
import { type MapTheme, paint } from './style.ts'
import { useFan } from './useFan.ts'
import type { MapVehicle } from './vehicle-changes.ts'
import { SelectedDrawing, VehicleDrawing } from './vehicle-drawing.ts'
import {
  ALL,
  clusterOptions,
  collection,
  FAN,
  hasHeading,
  isVehicle,
  LAYERS,
  layersOf,
  ONE,
} from './vehicle-layers.ts'
import { type HoveredVehicle, listenToPointer } from './vehicle-pointer.ts'

export interface VehiclesProps {
  readonly vehicles: readonly MapVehicle[]
  readonly selected: number | null
  /** The zoom for looking at one vehicle; beyond it the map shows no further details. */
  readonly focusZoom: number
  readonly onSelect: (id: number) => void
  /** The content shown for a vehicle under the pointer. */
  readonly popup: VehiclePopup
}

export function Vehicles({ vehicles, selected, focusZoom, onSelect, popup }: VehiclesProps) {
  // Drawn again when the language changes, in which the clusters' numbers are written.
  useTranslation()
  const language = currentLanguage()
  const { map, theme, camera, dimmed } = useStage()
  const [hovered, setHovered] = useState<HoveredVehicle | null>(null)
  const drawing = useRef<VehicleDrawing | null>(null)
  const selectedDrawing = useRef<SelectedDrawing | null>(null)
  const openFan = useFan(map, vehicles)
  const latest = useRef({ onSelect, theme, language, selected, focusZoom, openFan })
  latest.current = { onSelect, theme, language, selected, focusZoom, openFan }

  useEffect(() => {
    if (map === null) return
    addLayers(map, latest.current.theme, latest.current.language, latest.current.selected)
    const all = new VehicleDrawing(map)
    drawing.current = all
    const one = new SelectedDrawing(map)
    selectedDrawing.current = one
    const stopListening = listenToPointer(map, camera, {
      onSelect: id => latest.current.onSelect(id),
      onEnter: entered => setHovered(old => (old?.id === entered.id ? old : entered)),
      onLeave: () => setHovered(null),
      openFan: (ids, center) => latest.current.openFan(ids, center),
      focusZoom: () => latest.current.focusZoom,
    })
    return () => {
      all.stop()
      one.stop()
      stopListening()
      removeAll(map, LAYERS, [ALL, ONE, FAN])
    }
  }, [map, camera])

  useEffect(() => {
    if (map === null) return
    map.getContainer().dataset.vehicles = String(vehicles.length)
    drawing.current?.show(vehicles)
  }, [map, vehicles])
  useEffect(() => (map === null ? undefined : drawing.current?.drawAfterMoves()), [map])

  useEffect(() => {
    if (map !== null) showSelected(map, selected)
  }, [map, selected])
  const selectedVehicle =
    selected === null ? undefined : vehicles.find(vehicle => vehicle.id === selected)
  useEffect(() => {
    if (map !== null) selectedDrawing.current?.show(selectedVehicle)
  }, [map, selectedVehicle])

  useEffect(() => {
    if (map !== null) repaintLayers(map, theme, language, latest.current.selected)
  }, [map, theme, language])

  useEffect(() => {
    if (map !== null) dimLayers(map, dimmed)
  }, [map, dimmed])

  return <HoveredPopup vehicle={hovered} popup={popup} />
}

const DIMMED = 0.35
const DIMMED_LAYERS = ['vehicles-pin', 'vehicles-beak', 'vehicles-label', 'vehicles-cluster']

/** Adds the empty sources, and the layers that draw them. */
function addLayers(
  map: MapLibre,
  theme: MapTheme,
  language: Language,
  selected: number | null,
): void {
  map.addSource(ALL, { type: 'geojson', data: collection([]), ...clusterOptions })
  map.addSource(FAN, { type: 'geojson', data: collection([]) })
  map.addSource(ONE, { type: 'geojson', data: collection([]) })
  for (const layer of layersOf(theme, language, selected)) map.addLayer(layer, 'slot-vehicles')
}

/** Makes the layers of the selected vehicle show this one. */
function showSelected(map: MapLibre, selected: number | null): void {
  map.setFilter('vehicles-pin', isVehicle(selected))
  map.setFilter('vehicles-label', isVehicle(selected))
  map.setFilter('vehicles-beak', ['all', isVehicle(selected), hasHeading] as FilterSpecification)
}

/** Dims the vehicles that are not selected while a track is shown. */
function dimLayers(map: MapLibre, dimmed: boolean): void {
  map.getContainer().dataset.dimmed = String(dimmed)
  for (const layer of DIMMED_LAYERS)
    for (const property of ['icon-opacity', 'text-opacity'] as const)
      map.setPaintProperty(layer, property, dimmed ? DIMMED : 1)
}

/** Colours and images depend on the theme, and the numbers of clusters on the language. */
function repaintLayers(
  map: MapLibre,
  theme: MapTheme,
  language: Language,
  selected: number | null,
): void {
  const layers = layersOf(theme, language, selected)
  paint(map, layers)
  for (const layer of layers)
    for (const property of ['icon-image', 'text-field'] as const)
      if (layer.type === 'symbol' && layer.layout?.[property] !== undefined)
        map.setLayoutProperty(layer.id, property, layer.layout[property])
}
