// The state of the global map: its address, the vehicles and areas that it shows, and the sizes of list and panel.
import { HOUR, instantOf } from '@flotta/core/time.ts'
import { now } from '@flotta/ui/clock.ts'
import { useFocusInside, useLayer } from '@flotta/ui/layers.ts'
import { areaPlace } from '@flotta/ui/map/Areas.tsx'
import type { CoveredEdges } from '@flotta/ui/map/place.ts'
import { useStage, useSubject } from '@flotta/ui/map/stage.tsx'
import { usePreference } from '@flotta/ui/preferences.ts'
import type { SheetHeight } from '@flotta/ui/Sheet.tsx'
import { useMedia, usePhone } from '@flotta/ui/screen-size.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { BAR_HEIGHT, PHONE_BAR_HEIGHT } from '../../time-machine/web/TimeBar.tsx'
import { usePast } from '../../time-machine/web/usePast.ts'
import type { Pin } from '../contract.ts'
import { LIST_PEEK, LIST_WIDTH, PANEL, PEEK } from './MapPanels.tsx'
import { useAreas } from './useAreas.ts'
import { useFilteredPins } from './useFilteredPins.ts'
import { useFleetsInAddress } from './useFleetsInAddress.ts'
import { useMapActions } from './useMapActions.ts'
import { areaOf, type MapSearch, selecting, useMapSearch } from './useMapSearch.ts'
import { useOpeningSubject } from './useOpeningSubject.ts'
import { usePins } from './usePins.ts'

/** On such a screen list, panel and map do not fit side by side: the panel hides the list. */
const NARROW = '(max-width: 1100px)'

export type GlobalMapState = ReturnType<typeof useGlobalMap>

export function useGlobalMap() {
  const phone = usePhone()
  const [search, change] = useMapSearch()
  useFleetsInAddress(search.fleets, change)
  const pinsQuery = usePins()
  const { past, ...travel } = useTimeMachine(search, change, pinsQuery.data)
  const all = past === null || pinsQuery.data === undefined ? pinsQuery.data : past.pins
  const vehicles = useFilteredPins(all, search)
  const { inFleets, filtered } = vehicles
  const sheets = useSheets()
  const selection = useSelection(all, search)
  const { area } = selection
  useSubject(useOpeningSubject(search, filtered))
  const actions = useMapActions(
    { inFleets, filtered, v: search.v, area },
    change,
    sheets.halveSheet,
  )
  // the panel shows the present only
  const panelOpen = past === null && (search.v !== undefined || area !== null)
  useLayer(panelOpen && !phone, actions.close, { whileTyping: false })
  const panelBox = useRef<HTMLDivElement>(null)
  useFocusInside(panelBox, search.v ?? (area === null ? null : areaPlace(area.kind, area.id)))
  const asides = useAsides(panelOpen)
  const coveredArea = useCoveredArea(
    phone ? sheetOver(panelOpen, sheets) : null,
    panelOpen ? asides.panelWidth : 0,
    asides.listOpen,
    past === null ? 0 : phone ? PHONE_BAR_HEIGHT : BAR_HEIGHT,
  )
  const address = { search, change }
  return {
    phone,
    address,
    pinsQuery,
    past,
    travel,
    vehicles,
    selection,
    actions,
    panelOpen,
    panelBox,
    asides,
    sheets,
    coveredArea,
  }
}

/** The past moment in the address, and functions that open and close the time machine. */
function useTimeMachine(
  search: MapSearch,
  change: ReturnType<typeof useMapSearch>[1],
  live: readonly Pin[] | undefined,
) {
  const write = useCallback((at: string) => change({ at }, { replace: true }), [change])
  const go = useCallback((at: string) => change({ at }), [change])
  const past = usePast(search.at, live, write)
  return {
    past,
    go,
    open: useCallback(() => go(instantOf(now() - HOUR)), [go]),
    leave: useCallback(() => change({ at: undefined }), [change]),
    openVehicle: useCallback(
      (v: number, moment: number) =>
        change({
          ...selecting(v),
          at: undefined,
          tab: 'eyegeo',
          from: instantOf(moment - HOUR),
          to: instantOf(Math.min(now(), moment + HOUR)),
        }),
      [change],
    ),
  }
}

/** The vehicle or area that the address names, and all areas. */
function useSelection(all: readonly Pin[] | undefined, search: MapSearch) {
  const selectedPin = useMemo(
    () => (search.v === undefined ? undefined : all?.find(pin => pin.id === search.v)),
    [all, search.v],
  )
  const area = useMemo(() => areaOf(search), [search])
  const areas = { hub: useAreas('hub', search.h ?? null), poi: useAreas('poi', search.p ?? null) }
  return { selectedPin, area, areas }
}

/** The widths of list and panel beside the map, and whether they are open, as the user left them. */
function useAsides(panelOpen: boolean) {
  const narrow = useMedia(NARROW)
  const [panels, setPanels] = usePreference('panels')
  const listHidden = narrow && panelOpen
  return {
    listHidden,
    listOpen: panels.map_list !== 0 && !listHidden,
    onListOpen: (open: boolean) => setPanels({ ...panels, map_list: open ? 1 : 0 }),
    panelWidth: Math.min(PANEL.most, Math.max(PANEL.least, panels.map_vehicle ?? PANEL.usual)),
    onPanelWidth: (width: number) => setPanels({ ...panels, map_vehicle: width }),
  }
}

/** The heights of the sheets of list and panel on a phone. */
function useSheets() {
  const [listSheet, setListSheet] = useState<SheetHeight>('peek')
  const [sheet, setSheet] = useState<SheetHeight>('half')
  const { camera } = useStage()
  // A sheet that covers the whole map is lowered when the camera moves to a target.
  useEffect(
    () => camera.onShow(() => setSheet(height => (height === 'full' ? 'half' : height))),
    [camera],
  )
  const halveSheet = useCallback(() => setSheet('half'), [])
  return { listSheet, setListSheet, sheet, setSheet, halveSheet }
}

/** The sheet that lies over the map: the panel's, else the list's. */
const sheetOver = (
  panelOpen: boolean,
  { sheet, listSheet }: ReturnType<typeof useSheets>,
): CoveringSheet =>
  panelOpen ? { height: sheet, peek: PEEK } : { height: listSheet, peek: LIST_PEEK }
interface CoveringSheet {
  readonly height: SheetHeight
  /** CSS pixels. */
  readonly peek: number
}

/**
 * The part of the map that is covered by list, panel or sheet, CSS pixels.
 * @param sheet height of the visible sheet; null: not a phone, list and panel lie beside the map
 * @param barHeight of the bar of the time machine; 0: it is not open
 */
function useCoveredArea(
  sheet: CoveringSheet | null,
  panelWidth: number,
  listOpen: boolean,
  barHeight: number,
): CoveredEdges {
  const [height, peek] = [sheet?.height ?? null, sheet?.peek ?? 0]
  return useMemo(() => {
    if (height === null)
      return { top: 0, right: panelWidth, bottom: barHeight, left: listOpen ? LIST_WIDTH : 0 }
    const bottom = height === 'peek' ? peek + barHeight : Math.round(window.innerHeight * 0.5)
    return { top: 0, right: 0, bottom, left: 0 }
  }, [height, peek, panelWidth, listOpen, barHeight])
}
