// The panel beside the map of the fleet's tracks: period, colours, and the vehicles by fleet, each as a link to its history.

import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { RangePicker } from '@flotta/ui/RangePicker.tsx'
import { useRowKeys, useRows } from '@flotta/ui/rows.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { SegmentedControl } from '@mantine/core'
import { IconRoute2 } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fleet } from '../../../fleet/fleets/contract.ts'
import { FormerMark } from '../../../fleet/vehicles/web/FormerMark.tsx'
import type { Period } from '../../../services/web/usePeriod.ts'
import { FLEET_TRACK_DAYS } from '../contract.ts'
import type { TrackColoring } from './colors.ts'
import classes from './fleet-tracks.module.css'
import type { DrawnTracks } from './useFleetTracks.ts'

const ROW_HEIGHT = 40
const PHONE_ROW_HEIGHT = 48

export interface FleetTracksPanelProps {
  readonly period: Period
  readonly color: TrackColoring
  readonly onColor: (color: TrackColoring) => void
  readonly fleets: readonly Fleet[] | undefined
  readonly colors: (fleet_id: number | null) => string
  readonly vehicles: readonly DrawnTracks[]
  /** How many metres a line may pass beside a position; 0: none. */
  readonly tolerance: number | undefined
  readonly isLoading: boolean
  /** Finer lines of the visible part of the map are loading. */
  readonly isRefining: boolean
  readonly error: Error | null
  readonly onRetry: () => void
  readonly onOpen: (vehicle_id: number) => void
  /** Called with the vehicle under the pointer in the list; null: none. */
  readonly onHighlight: (vehicle_id: number | null) => void
  readonly isPhone: boolean
}

export function FleetTracksPanel(props: FleetTracksPanelProps) {
  const { period, color, onColor, vehicles, isLoading, error, onRetry } = props
  const { t } = useTranslation()
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <p className={classes.count} role="status">
          {t(countText(props), {
            count: vehicles.length,
            total: formatNumber(vehicles.length),
          })}
        </p>
        <RangePicker
          fullWidth
          maxDays={FLEET_TRACK_DAYS}
          value={period.range}
          onChange={period.setRange}
        />
        <SegmentedControl
          fullWidth
          aria-label={t('fleet_tracks.color')}
          value={color}
          onChange={value => onColor(value === 'density' ? 'density' : 'fleet')}
          data={[
            { value: 'fleet', label: t('fleet_tracks.by_fleet') },
            { value: 'density', label: t('fleet_tracks.by_density') },
          ]}
        />
        <Exactness {...props} />
      </div>
      {error !== null ? (
        <LoadError error={error} onRetry={onRetry} />
      ) : !isLoading && vehicles.length === 0 ? (
        <Empty
          icon={IconRoute2}
          title={t('fleet_tracks.none')}
          text={t('ui.range.wider', { count: FLEET_TRACK_DAYS })}
        />
      ) : (
        <TrackList {...props} />
      )}
    </div>
  )
}

/** The first line, the only one that a phone shows above the period; it also says whether more is loading. */
function countText({ isLoading, isRefining, isPhone }: FleetTracksPanelProps) {
  if (isLoading) return 'fleet_tracks.loading'
  return isPhone && isRefining ? 'fleet_tracks.refining' : 'fleet_tracks.shown'
}

/** The tolerance of the lines that the map shows. */
function Exactness({ tolerance, isRefining, vehicles }: FleetTracksPanelProps) {
  const { t } = useTranslation()
  if (tolerance === undefined || vehicles.length === 0) return null
  const exactness =
    tolerance === 0
      ? t('fleet_tracks.exact')
      : t('fleet_tracks.hint', { metres: formatNumber(tolerance, { unit: 'm' }) })
  return (
    <p className={classes.hint} role="status">
      {isRefining ? t('fleet_tracks.refining') : exactness} {t('fleet_tracks.no_private')}
    </p>
  )
}

/** By fleet, then by plate; vehicles without a fleet last. */
function useSorted(vehicles: readonly DrawnTracks[], fleets: readonly Fleet[] | undefined) {
  return useMemo(() => {
    const names = new Map((fleets ?? []).map(fleet => [fleet.id, fleet.description]))
    const rows = vehicles.map(vehicle => ({
      ...vehicle,
      fleet: vehicle.fleet_id === null ? undefined : names.get(vehicle.fleet_id),
    }))
    return rows.toSorted(
      (a, b) =>
        Number(a.fleet === undefined) - Number(b.fleet === undefined) ||
        (a.fleet ?? '').localeCompare(b.fleet ?? '') ||
        a.plate.localeCompare(b.plate),
    )
  }, [vehicles, fleets])
}

function TrackList({
  vehicles,
  fleets,
  colors,
  onOpen,
  onHighlight,
  isPhone,
}: FleetTracksPanelProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLUListElement>(null)
  const sorted = useSorted(vehicles, fleets)
  const count = sorted.length
  const rows = useRows({ box, count, height: isPhone ? PHONE_ROW_HEIGHT : ROW_HEIGHT })
  const onKeyDown = useRowKeys(box, rows, count, 'button')
  return (
    <ul
      ref={box}
      className={classes.list}
      aria-label={t('fleet_tracks.vehicles')}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onHighlight(null)}
    >
      <li aria-hidden style={{ height: rows.getTotalSize() }} />
      {rows.getVirtualItems().map(({ index, start, size }) => {
        const row = sorted[index]
        return row === undefined ? null : (
          <li
            key={row.vehicle_id}
            data-row={index}
            className={classes.row}
            style={{ height: size, transform: `translateY(${start}px)` }}
          >
            <button
              type="button"
              aria-label={
                row.former === 'removed' ? row.plate : t('fleet_tracks.open', { plate: row.plate })
              }
              aria-disabled={row.former === 'removed' || undefined}
              onClick={() => row.former !== 'removed' && onOpen(row.vehicle_id)}
              onPointerEnter={() => onHighlight(row.vehicle_id)}
              onFocus={() => onHighlight(row.vehicle_id)}
              onBlur={() => onHighlight(null)}
            >
              <span className={classes.dot} style={{ background: colors(row.fleet_id) }} />
              <span className={classes.plate}>{row.plate}</span>
              <FormerMark former={row.former} />
              <span className={classes.fleet}>{row.fleet ?? t('fleet_tracks.no_fleet')}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
