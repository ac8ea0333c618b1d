// The tracks of the whole fleet in a month on one map: faint lines in the colours of their fleets, or in one colour that grows stronger where many pass.
import { instantOf } from '@flotta/core/time.ts'
import { FaintLines } from '@flotta/ui/map/FaintLines.tsx'
import { withDetail } from '@flotta/ui/map/lines-outside.ts'
import { MapView } from '@flotta/ui/map/MapView.tsx'
import { useMapWindow } from '@flotta/ui/map/map-window.ts'
import { boxOfLines, type CoveredEdges } from '@flotta/ui/map/place.ts'
import { MapStage, useNearer, usePlace, useStage, useSubject } from '@flotta/ui/map/stage.tsx'
import { MapTools } from '@flotta/ui/map/Tools.tsx'
import { Sheet, type SheetHeight } from '@flotta/ui/Sheet.tsx'
import { usePhone } from '@flotta/ui/screen-size.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFleetFilter } from '../../../fleet/fleets/web/useFleetFilter.ts'
import { useBaseMap } from '../../../places/basemap/web/useBaseMap.ts'
import { usePeriod } from '../../../services/web/usePeriod.ts'
import { detailAt } from '../../../telemetry/trips/track-detail.ts'
import { useFleetsInAddress } from '../../global-map/web/useFleetsInAddress.ts'
import { FLEET_TRACK_DAYS } from '../contract.ts'
import { FleetTracksSearch } from './address.ts'
import { colorsOf, type TrackColoring } from './colors.ts'
import { FleetTracksPanel } from './FleetTracksPanel.tsx'
import classes from './fleet-tracks.module.css'
import { isThinned, useFleetTracks, useTracksDetail } from './useFleetTracks.ts'

const WIDTH = 340
/** Height of the sheet's peek with its handle, CSS pixels. */
const PEEK = 112
const USUAL_DAYS = 30
const PLACE = 'fleet-tracks'
/** The camera zooms in on the tracks up to this level at most. */
const TRACKS_ZOOM = 12
/** The opacity of one line; overlapping lines of one colour add up. */
const OPACITY: Readonly<Record<TrackColoring, number>> = { fleet: 0.45, density: 0.16 }

export default function FleetTracksScreen() {
  return (
    <MapStage>
      <MapAndPanel />
    </MapStage>
  )
}

function MapAndPanel() {
  const { t } = useTranslation()
  const phone = usePhone()
  const { view, drawable, layers } = useBaseMap()
  const { camera, theme } = useStage()
  const [sheet, setSheet] = useState<SheetHeight>('peek')
  const [highlight, setHighlight] = useState<number | null>(null)
  const tracks = useTracksOfAddress()
  const { period, vehicles, detail } = tracks
  const colors = useMemo(
    () => colorsOf(tracks.color, tracks.fleets, theme),
    [tracks.color, tracks.fleets, theme],
  )
  const groups = useMemo(
    () =>
      withDetail(
        vehicles.map(({ vehicle_id, fleet_id, lines }) => ({
          id: vehicle_id,
          color: colors(fleet_id),
          lines,
        })),
        detail,
      ),
    [vehicles, colors, detail],
  )
  useNearer(vehicles.length > 0)
  useTracksPlace(tracks)
  const covered = useCovered(phone, sheet)
  const open = useOpenHistory(period.range)
  const plateOf = useCallback(
    (id: number) => vehicles.find(({ vehicle_id }) => vehicle_id === id)?.plate,
    [vehicles],
  )
  const panel = (
    <FleetTracksPanel
      {...tracks}
      colors={colors}
      onOpen={open}
      onHighlight={setHighlight}
      isPhone={phone}
    />
  )
  return (
    <div className={classes.screen}>
      {drawable && (
        <MapView {...view} covered={covered} label={t('fleet_tracks.map')}>
          <FaintLines
            groups={groups}
            opacity={OPACITY[tracks.color]}
            highlight={highlight}
            popup={plateOf}
            onSelect={open}
          />
          <MapTools onShowAll={() => camera.again()} layers={layers} />
        </MapView>
      )}
      {phone ? (
        <Sheet height={sheet} onHeight={setSheet} label={t('fleet_tracks.title')} peek={PEEK - 24}>
          {panel}
        </Sheet>
      ) : (
        <aside
          className={classes.beside_map}
          style={{ width: WIDTH }}
          aria-label={t('fleet_tracks.title')}
        >
          {panel}
        </aside>
      )}
    </div>
  )
}

/** The period and fleets of the address, and their tracks. */
function useTracksOfAddress() {
  const raw: unknown = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => FleetTracksSearch.parse(raw), [raw])
  const change = useCallback(
    (patch: object, { replace = true }: { readonly replace?: boolean } = {}) =>
      void navigate({ to: '.', search: (old: object) => ({ ...old, ...patch }), replace }),
    [navigate],
  )
  useFleetsInAddress(search.fleets, change)
  const { fleets, chosen } = useFleetFilter()
  const period = usePeriod(FLEET_TRACK_DAYS, USUAL_DAYS)
  const chosenIds = chosen.size === 0 ? undefined : [...chosen].toSorted((a, b) => a - b).join(',')
  const color: TrackColoring = search.color ?? 'fleet'
  const question = { range: period.range, fleets: chosenIds }
  const tracks = useFleetTracks(question)
  const mapWindow = useMapWindow(detailAt[isThinned(period.range) ? 'coarse' : 'fine'])
  const { detail, isLoading: isRefining } = useTracksDetail(
    question,
    tracks.isLoading ? null : mapWindow,
  )
  return {
    ...tracks,
    detail,
    isRefining,
    tolerance: detail?.tolerance ?? tracks.tolerance,
    fleets,
    period,
    color,
    onColor: (next: TrackColoring) => change({ color: next === 'density' ? next : undefined }),
  }
}

/** Moves the camera to all tracks once they are loaded. */
function useTracksPlace({ vehicles, isLoading, period }: ReturnType<typeof useTracksOfAddress>) {
  const place = useMemo(() => {
    if (isLoading) return null
    const box = boxOfLines(vehicles.flatMap(({ lines }) => lines))
    return box === null ? null : { box, zoom: TRACKS_ZOOM }
  }, [vehicles, isLoading])
  usePlace(PLACE, place)
  const { from, to } = period.range
  useSubject(useMemo(() => ({ key: `${PLACE} ${from} ${to}`, names: [PLACE] }), [from, to]))
}

const useCovered = (phone: boolean, sheet: SheetHeight): CoveredEdges =>
  useMemo(() => {
    if (!phone) return { top: 0, right: 0, bottom: 0, left: WIDTH }
    const bottom = sheet === 'peek' ? PEEK : Math.round(window.innerHeight * 0.5)
    return { top: 0, right: 0, bottom, left: 0 }
  }, [phone, sheet])

/** Opens the history of a vehicle over the same period. */
function useOpenHistory({ from, to }: { readonly from: number; readonly to: number }) {
  const navigate = useNavigate()
  return useCallback(
    (v: number) =>
      void navigate({
        to: '/global-map',
        search: { v, tab: 'eyegeo', from: instantOf(from), to: instantOf(to) },
      }),
    [navigate, from, to],
  )
}
