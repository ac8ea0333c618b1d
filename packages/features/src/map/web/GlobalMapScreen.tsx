// The global map: the map is the stage, the card list and the vehicle's panel lie beside it, the address is its state.
import { PHONE } from '@flotta/ui/BarPanel.tsx'
import { useFocusInside, useLayer } from '@flotta/ui/layers.ts'
import { boxOf, type Covered } from '@flotta/ui/map/camera.ts'
import { MapView } from '@flotta/ui/map/MapView.tsx'
import { MapStage, useStage, useSubject } from '@flotta/ui/map/stage.tsx'
import { MapTools } from '@flotta/ui/map/Tools.tsx'
import { usePreference } from '@flotta/ui/preferences.ts'
import { Sheet, type SheetHeight } from '@flotta/ui/Sheet.tsx'
import { ActionIcon, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconListDetails } from '@tabler/icons-react'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBaseMap } from '../../basemap/web/useBaseMap.ts'
import { useFleetFilter } from '../../fleets/web/useFleetFilter.ts'
import { services } from '../../services/services.ts'
import type { Pin } from '../contract.ts'
import { type Filter, isNoFilter, keeps, quickCounts, readFilter, writeFilter } from '../filter.ts'
import { isLocated, subjectOf, urgentFirst } from '../rules.ts'
import { AlertMark } from './AlertMark.tsx'
import classes from './map.module.css'
import { PinsLayer } from './PinsLayer.tsx'
import { Resizer } from './Resizer.tsx'
import { useFleetsInAddress } from './useFleetsInAddress.ts'
import { selecting, useMapSearch } from './useMapSearch.ts'
import { usePins } from './usePins.ts'
import { VehicleList, type VehicleListProps } from './VehicleList.tsx'
import { VehiclePanel } from './VehiclePanel.tsx'

const NO_PINS: readonly Pin[] = []
const LIST_WIDTH = 320
const PANEL = { least: 388, usual: 428, most: 760 }
/** All vehicles are shown no nearer than this. */
const ALL_ZOOM = 12
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
  const [panels, setPanels] = usePreference('panels')
  const [sheet, setSheet] = useState<SheetHeight>('half')
  const [listSheet, setListSheet] = useState<SheetHeight>('peek')

  const all = pinsQuery.data
  const filter = useMemo(() => readFilter(search, services), [search])
  const inFleets = useMemo(() => (chosen.size === 0 ? all : all?.filter(pin => passes(pin.fleet_id))), [all, chosen, passes])
  const kept = useMemo(() => (isNoFilter(filter) ? (inFleets ?? NO_PINS) : (inFleets ?? NO_PINS).filter(keeps(filter, services))), [inFleets, filter])
  const shown = useMemo(() => urgentFirst(kept), [kept])
  const counts = useMemo(() => (inFleets === undefined ? undefined : quickCounts(inFleets, filter, services)), [inFleets, filter])
  const selected = useMemo(() => (search.v === undefined ? undefined : all?.find(pin => pin.id === search.v)), [all, search.v])
  const fleetById = useMemo(() => new Map((fleets ?? []).map(fleet => [fleet.id, fleet])), [fleets])

  const { camera } = useStage()
  useSubject(useMemo(() => subjectOf(search), [search]))
  // What the camera goes to is not left under a sheet that covers the whole map.
  useEffect(() => camera.onShow(() => setSheet(height => (height === 'full' ? 'half' : height))), [camera])
  const latest = useRef({ inFleets, kept, v: search.v })
  latest.current = { inFleets, kept, v: search.v }
  const getPins = useCallback(() => latest.current.inFleets ?? NO_PINS, [])
  const getKept = useCallback(() => latest.current.kept, [])
  const select = useCallback(
    (id: number) => {
      setSheet('half')
      if (id === latest.current.v) camera.again()
      else change(selecting(id))
    },
    [camera, change],
  )
  const close = useCallback(() => change(selecting(undefined)), [change])
  const setFilter = useCallback((next: Filter) => change(writeFilter(next)), [change])

  const panelWidth = Math.min(PANEL.most, Math.max(PANEL.least, panels.map_vehicle ?? PANEL.usual))
  const panelOpen = search.v !== undefined
  useLayer(panelOpen && !phone, close, { whileTyping: false })
  const panelBox = useRef<HTMLDivElement>(null)
  useFocusInside(panelBox, search.v ?? null)
  const listHidden = narrow && panelOpen
  const listOpen = panels.map_list !== 0 && !listHidden
  const covered = useMemo<Covered>(() => {
    if (phone) return { top: 0, right: 0, bottom: (panelOpen ? sheet : listSheet) === 'peek' ? PEEK : Math.round(window.innerHeight * 0.5), left: 0 }
    return { top: 0, right: panelOpen ? panelWidth : 0, bottom: 0, left: listOpen ? LIST_WIDTH : 0 }
  }, [phone, panelOpen, sheet, listSheet, panelWidth, listOpen])

  const list: VehicleListProps = {
    all: inFleets,
    shown,
    getPins,
    error: pinsQuery.error,
    onRetry: () => void pinsQuery.refetch(),
    counts,
    filter,
    onFilter: setFilter,
    fleets: fleetById,
    selected: search.v,
    onSelect: select,
  }
  const panel =
    search.v === undefined ? null : (
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
        <MapView {...view} covered={covered} label={t('map.title')}>
          <PinsLayer pins={kept} selected={selected} focusZoom={focusZoom} onSelect={select} />
          <AlertMark search={search} focusZoom={focusZoom} />
          <Tools getPins={getKept} satellite={satellite} onSatellite={onSatellite} />
        </MapView>
      )}
      {phone ? (
        <>
          {panel === null && (
            <Sheet height={listSheet} onHeight={setListSheet} label={t('map.vehicles')} peek={PEEK - 24}>
              <div className={classes.sheetList}>
                <VehicleList {...list} />
              </div>
            </Sheet>
          )}
          {panel !== null && (
            <Sheet box={panelBox} height={sheet} onHeight={setSheet} label={t('map.vehicle')} peek={PEEK - 24} onClose={close}>
              {panel}
            </Sheet>
          )}
        </>
      ) : (
        <>
          <aside className={classes.list} aria-label={t('map.vehicles')} hidden={!listOpen}>
            <VehicleList {...list} />
          </aside>
          {!listHidden && (
            <Tooltip label={t(listOpen ? 'map.list_fold' : 'map.list_unfold')} position="right">
              <ActionIcon
                variant="default"
                className={classes.fold ?? ''}
                style={{ left: listOpen ? LIST_WIDTH : 0 }}
                aria-label={t(listOpen ? 'map.list_fold' : 'map.list_unfold')}
                aria-expanded={listOpen}
                onClick={() => setPanels({ ...panels, map_list: listOpen ? 0 : 1 })}
              >
                {listOpen ? <IconChevronLeft size={16} /> : <IconListDetails size={16} />}
              </ActionIcon>
            </Tooltip>
          )}
          {panel !== null && (
            <aside ref={panelBox} tabIndex={-1} className={classes.panel} style={{ width: panelWidth }} aria-label={t('map.vehicle')}>
              <Resizer width={panelWidth} least={PANEL.least} most={PANEL.most} onWidth={width => setPanels({ ...panels, map_vehicle: width })} />
              {panel}
            </aside>
          )}
        </>
      )}
    </div>
  )
}

interface ToolsProps {
  readonly getPins: () => readonly Pin[]
  readonly satellite: boolean | null
  readonly onSatellite: (on: boolean) => void
}

const Tools = memo(function Tools({ getPins, satellite, onSatellite }: ToolsProps) {
  const { camera } = useStage()
  const showAll = () => {
    const box = boxOf(getPins().filter(isLocated))
    if (box !== null) camera.show({ box, zoom: ALL_ZOOM })
  }
  return <MapTools onShowAll={showAll} satellite={satellite} onSatellite={onSatellite} />
})
