// The global map: the map is the stage, the card list and the vehicle's panel lie beside it, the address is its state.
import { PHONE } from '@flotta/ui/BarPanel.tsx'
import { useFocusInside, useLayer } from '@flotta/ui/layers.ts'
import { Areas, areaPlace } from '@flotta/ui/map/Areas.tsx'
import type { AreaKind } from '@flotta/ui/map/area-layers.ts'
import { boxOf, type CoveredEdges } from '@flotta/ui/map/camera.ts'
import { MapView } from '@flotta/ui/map/MapView.tsx'
import { usePointSelection } from '@flotta/ui/map/point.tsx'
import { MapStage, useStage, useSubject } from '@flotta/ui/map/stage.tsx'
import { usePreference } from '@flotta/ui/preferences.ts'
import { Sheet, type SheetHeight } from '@flotta/ui/Sheet.tsx'
import { ActionIcon, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconListDetails } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFleetFilter } from '../../../fleet/fleets/web/useFleetFilter.ts'
import { useBaseMap } from '../../../places/basemap/web/useBaseMap.ts'
import type { PickedPlace } from '../../../places/geocoding/rules.ts'
import { services } from '../../../services/services.ts'
import type { Pin } from '../contract.ts'
import { type Filter, isNoFilter, keeps, quickCounts, readFilter, writeFilter } from '../filter.ts'
import { isLocated, urgentFirst } from '../rules.ts'
import { AlertMark } from './AlertMark.tsx'
import { AreaPanel } from './AreaPanel.tsx'
import { MapButtons } from './MapButtons.tsx'
import classes from './map.module.css'
import { OutOfSight } from './OutOfSight.tsx'
import { PinsLayer } from './PinsLayer.tsx'
import { PlaceMark } from './PlaceMark.tsx'
import { Resizer } from './Resizer.tsx'
import { useAreas } from './useAreas.ts'
import { useFleetsInAddress } from './useFleetsInAddress.ts'
import { areaOf, selecting, selectingArea, useMapSearch } from './useMapSearch.ts'
import { ALL_ZOOM, useOpeningSubject } from './useOpeningSubject.ts'
import { usePins } from './usePins.ts'
import { VehicleList, type VehicleListProps } from './VehicleList.tsx'
import { VehiclePanel } from './VehiclePanel.tsx'

const NO_PINS: readonly Pin[] = []
const LIST_WIDTH = 320
const PANEL = { least: 388, usual: 428, most: 760 }
/** Height of a sheet's peek with its handle, CSS pixels. */
const PEEK = 112
/** List, panel and a map worth seeing do not fit side by side: the list gives way to the panel. */
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
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false }) ?? false
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false }) ?? false
  const [search, change] = useMapSearch()
  useFleetsInAddress(search.fleets, change)
  const pinsQuery = usePins()
  const { fleets, chosen, passes } = useFleetFilter()
  const { view, drawable, focusZoom, satellite, onSatellite } = useBaseMap()
  const [foundPlace, setFound] = useState<PickedPlace | null>(null)
  const [panels, setPanels] = usePreference('panels')
  const [sheet, setSheet] = useState<SheetHeight>('half')
  const [listSheet, setListSheet] = useState<SheetHeight>('peek')

  const all = pinsQuery.data
  const { s, f, st } = search
  const filter = useMemo(() => readFilter({ s, f, st }, services), [s, f, st])
  const inFleets = useMemo(
    () => (chosen.size === 0 ? all : all?.filter(pin => passes(pin.fleet_id))),
    [all, chosen, passes],
  )
  const filteredPins = useMemo(
    () =>
      isNoFilter(filter)
        ? (inFleets ?? NO_PINS)
        : (inFleets ?? NO_PINS).filter(keeps(filter, services)),
    [inFleets, filter],
  )
  const sortedPins = useMemo(() => urgentFirst(filteredPins), [filteredPins])
  const counts = useMemo(
    () => (inFleets === undefined ? undefined : quickCounts(inFleets, filter, services)),
    [inFleets, filter],
  )
  const selected = useMemo(
    () => (search.v === undefined ? undefined : all?.find(pin => pin.id === search.v)),
    [all, search.v],
  )
  const fleetById = useMemo(() => new Map((fleets ?? []).map(fleet => [fleet.id, fleet])), [fleets])

  const area = useMemo(() => areaOf(search), [search])
  const hubAreas = useAreas('hub', search.h ?? null)
  const poiAreas = useAreas('poi', search.p ?? null)

  const { camera } = useStage()
  const { isChoosing } = usePointSelection()
  useSubject(useOpeningSubject(search, filteredPins))
  // What the camera goes to is not left under a sheet that covers the whole map.
  useEffect(
    () => camera.onShow(() => setSheet(height => (height === 'full' ? 'half' : height))),
    [camera],
  )
  const latest = useRef({ inFleets, kept: filteredPins, v: search.v, area })
  latest.current = { inFleets, kept: filteredPins, v: search.v, area }
  const getPins = useCallback(() => latest.current.inFleets ?? NO_PINS, [])
  const showAll = useCallback(() => {
    const box = boxOf(latest.current.kept.filter(isLocated))
    if (box !== null) camera.show({ box, zoom: ALL_ZOOM })
  }, [camera])
  const select = useCallback(
    (id: number) => {
      setSheet('half')
      if (id === latest.current.v) camera.again()
      else change(selecting(id))
    },
    [camera, change],
  )
  const selectArea = useMemo(() => {
    const selectKind = (kind: AreaKind) => (id: number) => {
      setSheet('half')
      if (latest.current.area?.kind === kind && latest.current.area.id === id) camera.again()
      else change(selectingArea(kind, id))
    }
    return { hub: selectKind('hub'), poi: selectKind('poi') }
  }, [camera, change])
  const close = useCallback(() => change(selecting(undefined)), [change])
  const setFilter = useCallback((next: Filter) => change(writeFilter(next)), [change])

  const panelWidth = Math.min(PANEL.most, Math.max(PANEL.least, panels.map_vehicle ?? PANEL.usual))
  const panelOpen = search.v !== undefined || area !== null
  const panelLabel = t(
    area === null
      ? 'global_map.vehicle'
      : area.kind === 'hub'
        ? 'global_map.hub'
        : 'global_map.poi',
  )
  useLayer(panelOpen && !phone, close, { whileTyping: false })
  const panelBox = useRef<HTMLDivElement>(null)
  useFocusInside(panelBox, search.v ?? (area === null ? null : areaPlace(area.kind, area.id)))
  const listHidden = narrow && panelOpen
  const listOpen = panels.map_list !== 0 && !listHidden
  const coveredArea = useMemo<CoveredEdges>(() => {
    if (phone)
      return {
        top: 0,
        right: 0,
        bottom:
          (panelOpen ? sheet : listSheet) === 'peek' ? PEEK : Math.round(window.innerHeight * 0.5),
        left: 0,
      }
    return { top: 0, right: panelOpen ? panelWidth : 0, bottom: 0, left: listOpen ? LIST_WIDTH : 0 }
  }, [phone, panelOpen, sheet, listSheet, panelWidth, listOpen])

  const list: VehicleListProps = {
    all: inFleets,
    shown: sortedPins,
    getPins,
    error: pinsQuery.error,
    onRetry: pinsQuery.refetch,
    counts,
    filter,
    onFilter: setFilter,
    fleets: fleetById,
    selected: search.v,
    onSelect: select,
    onPlace: setFound,
  }
  const panel =
    area !== null ? (
      <AreaPanel
        key={areaPlace(area.kind, area.id)}
        kind={area.kind}
        id={area.id}
        known={(area.kind === 'hub' ? hubAreas : poiAreas).all.find(({ id }) => id === area.id)}
        pins={inFleets}
        fleets={fleetById}
        onSelect={select}
        onClose={close}
      />
    ) : search.v === undefined ? null : (
      <VehiclePanel
        key={search.v}
        id={search.v}
        pin={selected}
        fleet={selected?.fleet_id === undefined ? undefined : fleetById.get(selected.fleet_id)}
        search={search}
        change={change}
        onClose={close}
      />
    )

  return (
    <div className={classes.screen} data-phone={phone || undefined}>
      {drawable && (
        <MapView {...view} covered={coveredArea} label={t('global_map.title')}>
          <PinsLayer
            pins={filteredPins}
            selected={selected}
            focusZoom={focusZoom}
            onSelect={select}
          />
          {[hubAreas, poiAreas].map(({ kind, drawn }) => (
            <Areas
              key={kind}
              kind={kind}
              areas={drawn}
              selected={area?.kind === kind ? area.id : null}
              onSelect={selectArea[kind]}
            />
          ))}
          <AlertMark search={search} focusZoom={focusZoom} />
          {foundPlace !== null && (
            <PlaceMark place={foundPlace} focusZoom={focusZoom} onClose={() => setFound(null)} />
          )}
          <MapButtons
            areas={[hubAreas, poiAreas]}
            onShowAll={showAll}
            satellite={satellite}
            onSatellite={onSatellite}
          />
          {!panelOpen && search.a === undefined && !isChoosing && (
            <OutOfSight pins={filteredPins} onShow={showAll} />
          )}
        </MapView>
      )}
      {phone ? (
        <>
          {panel === null && (
            <Sheet
              height={listSheet}
              onHeight={setListSheet}
              label={t('global_map.vehicles')}
              peek={PEEK - 24}
            >
              <div className={classes.sheetList}>
                <VehicleList {...list} />
              </div>
            </Sheet>
          )}
          {panel !== null && (
            <Sheet
              box={panelBox}
              height={sheet}
              onHeight={setSheet}
              label={panelLabel}
              peek={PEEK - 24}
              onClose={close}
            >
              {panel}
            </Sheet>
          )}
        </>
      ) : (
        <>
          <aside className={classes.list} aria-label={t('global_map.vehicles')} hidden={!listOpen}>
            <VehicleList {...list} />
          </aside>
          {!listHidden && (
            <Tooltip
              label={t(listOpen ? 'global_map.list_fold' : 'global_map.list_unfold')}
              position="right"
            >
              <ActionIcon
                variant="default"
                className={classes.fold ?? ''}
                style={{ left: listOpen ? LIST_WIDTH : 0 }}
                aria-label={t(listOpen ? 'global_map.list_fold' : 'global_map.list_unfold')}
                aria-expanded={listOpen}
                onClick={() => setPanels({ ...panels, map_list: listOpen ? 0 : 1 })}
              >
                {listOpen ? <IconChevronLeft size={16} /> : <IconListDetails size={16} />}
              </ActionIcon>
            </Tooltip>
          )}
          {panel !== null && (
            <aside
              ref={panelBox}
              tabIndex={-1}
              className={classes.panel}
              style={{ width: panelWidth }}
              aria-label={panelLabel}
            >
              <Resizer
                width={panelWidth}
                least={PANEL.least}
                most={PANEL.most}
                onWidth={width => setPanels({ ...panels, map_vehicle: width })}
              />
              {panel}
            </aside>
          )}
        </>
      )}
    </div>
  )
}
