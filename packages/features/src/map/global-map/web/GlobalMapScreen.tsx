// The global map: pins and areas, with the card list and the panel of the selected vehicle beside
// the map. The address holds the state.
import { HOUR, instantOf } from '@flotta/core/time.ts'
import { now } from '@flotta/ui/clock.ts'
import { useFocusInside, useLayer } from '@flotta/ui/layers.ts'
import { Areas, areaPlace } from '@flotta/ui/map/Areas.tsx'
import type { AreaKind } from '@flotta/ui/map/area-layers.ts'
import type { CoveredEdges } from '@flotta/ui/map/camera.ts'
import { MapView } from '@flotta/ui/map/MapView.tsx'
import { usePointSelection } from '@flotta/ui/map/point.tsx'
import { MapStage, useStage, useSubject } from '@flotta/ui/map/stage.tsx'
import { usePreference } from '@flotta/ui/preferences.ts'
import type { SheetHeight } from '@flotta/ui/Sheet.tsx'
import { useMedia, usePhone } from '@flotta/ui/screen-size.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBaseMap } from '../../../places/basemap/web/useBaseMap.ts'
import type { PickedPlace } from '../../../places/geocoding/rules.ts'
import { PastMoment } from '../../time-machine/web/moment.ts'
import { PastPins } from '../../time-machine/web/PastPins.tsx'
import { BAR_HEIGHT, PHONE_BAR_HEIGHT, TimeBar } from '../../time-machine/web/TimeBar.tsx'
import { type Past, usePast } from '../../time-machine/web/usePast.ts'
import type { Pin } from '../contract.ts'
import { AlertMark } from './AlertMark.tsx'
import { AreaPanel } from './AreaPanel.tsx'
import { MapButtons } from './MapButtons.tsx'
import { LIST_WIDTH, MapAsides, MapSheets, PANEL, PEEK } from './MapPanels.tsx'
import classes from './map.module.css'
import { OutOfSight } from './OutOfSight.tsx'
import { PinsLayer } from './PinsLayer.tsx'
import { PlaceMark } from './PlaceMark.tsx'
import { useAreas } from './useAreas.ts'
import { useFilteredPins } from './useFilteredPins.ts'
import { useFleetsInAddress } from './useFleetsInAddress.ts'
import { useMapActions } from './useMapActions.ts'
import { areaOf, type MapSearch, selecting, useMapSearch } from './useMapSearch.ts'
import { useOpeningSubject } from './useOpeningSubject.ts'
import { usePins } from './usePins.ts'
import type { VehicleListProps } from './VehicleList.tsx'
import { VehiclePanel } from './VehiclePanel.tsx'

/** On such a screen list, panel and map do not fit side by side: the panel hides the list. */
const NARROW = '(max-width: 1100px)'

export default function GlobalMapScreen() {
  return (
    <MapStage>
      <Screen />
    </MapStage>
  )
}

function Screen() {
  const { t } = useTranslation()
  const phone = usePhone()
  const [search, change] = useMapSearch()
  useFleetsInAddress(search.fleets, change)
  const pinsQuery = usePins()
  const { past, ...travel } = useTimeMachine(search, change, pinsQuery.data)
  const all = past === null || pinsQuery.data === undefined ? pinsQuery.data : past.pins
  const { filter, inFleets, filtered, sorted, counts, fleetById } = useFilteredPins(all, search)
  const [foundPlace, setFoundPlace] = useState<PickedPlace | null>(null)
  const { sheet, setSheet, halveSheet } = useVehicleSheet()
  const [listSheet, setListSheet] = useState<SheetHeight>('peek')
  const { selectedPin, area, areas } = useSelection(all, search)

  useSubject(useOpeningSubject(search, filtered))
  const actions = useMapActions({ inFleets, filtered, v: search.v, area }, change, halveSheet)
  const { select, close } = actions

  // the panel tells the present
  const panelOpen = past === null && (search.v !== undefined || area !== null)
  useLayer(panelOpen && !phone, close, { whileTyping: false })
  const panelBox = useRef<HTMLDivElement>(null)
  useFocusInside(panelBox, search.v ?? (area === null ? null : areaPlace(area.kind, area.id)))
  const asides = useAsides(panelOpen)
  const coveredArea = useCoveredArea(
    phone ? (panelOpen ? sheet : listSheet) : null,
    panelOpen ? asides.panelWidth : 0,
    asides.listOpen,
    past === null ? 0 : phone ? PHONE_BAR_HEIGHT : BAR_HEIGHT,
  )

  const list: VehicleListProps = {
    all: inFleets,
    shown: sorted,
    getPins: actions.getPins,
    error: pinsQuery.error,
    onRetry: pinsQuery.refetch,
    counts,
    filter,
    onFilter: actions.setFilter,
    fleets: fleetById,
    selected: search.v,
    onSelect: select,
    onPlace: setFoundPlace,
  }
  const panel = panelOpen ? (
    <Panel
      search={search}
      change={change}
      selection={{ selectedPin, area, areas }}
      pins={inFleets}
      fleets={fleetById}
      onSelect={select}
      onClose={close}
    />
  ) : null
  const sides = { list, panel, panelLabel: t(panelLabelKey(area?.kind)), panelBox }
  return (
    <PastMoment value={past?.moment ?? null}>
      <div className={classes.screen} data-phone={phone || undefined}>
        <FleetMap
          search={search}
          pins={filtered}
          selected={selectedPin}
          areas={areas}
          area={area}
          covered={coveredArea}
          foundPlace={foundPlace}
          onForgetPlace={() => setFoundPlace(null)}
          panelOpen={panelOpen}
          actions={actions}
          past={past}
          onPast={travel.open}
        />
        {past !== null && (
          <TimeBar
            past={past}
            pins={filtered}
            selected={selectedPin}
            onMoment={travel.go}
            onLive={travel.leave}
            onOpen={travel.openVehicle}
            isPhone={phone}
            covered={{ left: coveredArea.left, bottom: phone ? PEEK : 0 }}
          />
        )}
        {phone ? (
          <MapSheets
            {...sides}
            listSheet={listSheet}
            onListSheet={setListSheet}
            sheet={sheet}
            onSheet={setSheet}
            onClose={close}
          />
        ) : (
          <MapAsides {...sides} {...asides} />
        )}
      </div>
    </PastMoment>
  )
}

/** The past that the address asks for, and the ways into it and out of it. */
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

/** List and panel beside the map, as wide and as open as the person left them. */
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

interface PanelProps {
  readonly search: MapSearch
  readonly change: ReturnType<typeof useMapSearch>[1]
  readonly selection: ReturnType<typeof useSelection>
  readonly pins: readonly Pin[] | undefined
  readonly fleets: VehicleListProps['fleets']
  readonly onSelect: (id: number) => void
  readonly onClose: () => void
}
/** The panel of the selected area or vehicle. */
function Panel({ search, change, selection, pins, fleets, onSelect, onClose }: PanelProps) {
  const { selectedPin, area, areas } = selection
  if (area !== null)
    return (
      <AreaPanel
        key={areaPlace(area.kind, area.id)}
        kind={area.kind}
        id={area.id}
        listedArea={areas[area.kind].all.find(({ id }) => id === area.id)}
        pins={pins}
        fleets={fleets}
        onSelect={onSelect}
        onClose={onClose}
      />
    )
  if (search.v === undefined) return null
  return (
    <VehiclePanel
      key={search.v}
      id={search.v}
      pin={selectedPin}
      fleet={selectedPin?.fleet_id === undefined ? undefined : fleets.get(selectedPin.fleet_id)}
      search={search}
      change={change}
      onClose={onClose}
    />
  )
}

const panelLabelKey = (kind: AreaKind | undefined) =>
  kind === undefined ? 'global_map.vehicle' : kind === 'hub' ? 'global_map.hub' : 'global_map.poi'

/** The height of the panel's sheet on a phone. */
function useVehicleSheet() {
  const [sheet, setSheet] = useState<SheetHeight>('half')
  const { camera } = useStage()
  // A sheet that covers the whole map is lowered when the camera moves to a target.
  useEffect(
    () => camera.onShow(() => setSheet(height => (height === 'full' ? 'half' : height))),
    [camera],
  )
  const halveSheet = useCallback(() => setSheet('half'), [])
  return { sheet, setSheet, halveSheet }
}

/**
 * The part of the map that is covered by list, panel or sheet, CSS pixels.
 * @param sheet height of the visible sheet; null: not a phone, list and panel lie beside the map
 * @param barHeight of the bar of the time machine; 0: it is not open
 */
function useCoveredArea(
  sheet: SheetHeight | null,
  panelWidth: number,
  listOpen: boolean,
  barHeight: number,
): CoveredEdges {
  return useMemo(() => {
    if (sheet === null)
      return { top: 0, right: panelWidth, bottom: barHeight, left: listOpen ? LIST_WIDTH : 0 }
    const bottom = sheet === 'peek' ? PEEK + barHeight : Math.round(window.innerHeight * 0.5)
    return { top: 0, right: 0, bottom, left: 0 }
  }, [sheet, panelWidth, listOpen, barHeight])
}

const ignore = () => undefined
interface FleetMapProps {
  readonly search: MapSearch
  readonly pins: readonly Pin[]
  readonly selected: Pin | undefined
  readonly areas: Readonly<Record<AreaKind, ReturnType<typeof useAreas>>>
  /** The selected area. */
  readonly area: ReturnType<typeof areaOf>
  readonly covered: CoveredEdges
  readonly foundPlace: PickedPlace | null
  readonly onForgetPlace: () => void
  readonly panelOpen: boolean
  readonly actions: ReturnType<typeof useMapActions>
  /** null: the present is shown. */
  readonly past: Past | null
  readonly onPast: () => void
}
function FleetMap(props: FleetMapProps) {
  const { search, pins, selected, areas, area, covered, foundPlace, panelOpen, actions } = props
  const { past } = props
  const { t } = useTranslation()
  const { view, drawable, focusZoom, layers } = useBaseMap()
  const { isChoosing } = usePointSelection()
  const allAreas = [areas.hub, areas.poi]
  if (!drawable) return null
  return (
    <MapView {...view} covered={covered} label={t('global_map.title')}>
      {past === null ? (
        <PinsLayer
          pins={pins}
          selected={selected}
          focusZoom={focusZoom}
          onSelect={actions.select}
        />
      ) : (
        <PastPins
          past={past}
          pins={pins}
          selected={selected}
          focusZoom={focusZoom}
          onSelect={actions.select}
        />
      )}
      {allAreas.map(({ kind, drawn: drawnAreas }) => (
        <Areas
          key={kind}
          kind={kind}
          areas={drawnAreas}
          selected={area?.kind === kind ? area.id : null}
          onSelect={past === null ? actions.selectArea[kind] : ignore}
        />
      ))}
      <AlertMark search={search} focusZoom={focusZoom} />
      {foundPlace !== null && (
        <PlaceMark place={foundPlace} focusZoom={focusZoom} onClose={props.onForgetPlace} />
      )}
      <MapButtons
        areas={allAreas}
        onShowAll={actions.showAll}
        layers={layers}
        {...(past === null && { onPast: props.onPast })}
      />
      {!panelOpen && past === null && search.a === undefined && !isChoosing && (
        <OutOfSight pins={pins} onShow={actions.showAll} />
      )}
    </MapView>
  )
}
