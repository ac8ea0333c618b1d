// A planned trip in the list; unfolded it shows its places, and the map shows its route.

import { save } from '@flotta/ui/table/export.ts'
import { formatDateTime, formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { ActionIcon, Badge, Button, Group, Tooltip } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconPencil,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlannedTrip } from '../contract.ts'
import { stopsOf, townOf } from '../draft.ts'
import { fileNameOf, gpxOf } from '../gpx.ts'
import { hasNotes } from '../rules.ts'
import { CorridorOfTrip } from './CorridorOfTrip.tsx'
import classes from './planner.module.css'
import { printTrip } from './print.ts'

export interface SavedTripProps {
  readonly trip: PlannedTrip
  readonly plate: string | undefined
  readonly open: boolean
  readonly onOpen: () => void
  readonly onEdit?: ((trip: PlannedTrip) => void) | undefined
  readonly onRemove?: (() => void) | undefined
  /** Renders what is shown instead of the places of a trip with a vehicle. */
  readonly renderComparison?: ((trip: PlannedTrip) => ReactNode) | undefined
}

export function SavedTrip({
  trip,
  plate,
  open,
  onOpen,
  onEdit,
  onRemove,
  renderComparison,
}: SavedTripProps) {
  const { t } = useTranslation()
  const { name, startdate, arrival, waypoints, route, approximate, vehicle_id } = trip
  const Chevron = open ? IconChevronUp : IconChevronDown
  return (
    <li className={classes.trip} data-open={open || undefined}>
      <button type="button" className={classes.tripHead} aria-expanded={open} onClick={onOpen}>
        <span className={classes.place}>
          <strong>{name}</strong>
          <span>
            {formatDateTime(startdate)} → {formatDateTime(arrival)}
          </span>
          <span className={classes.quiet}>
            {waypoints[0]?.address} → {waypoints.at(-1)?.address}
          </span>
          <span className={classes.quiet}>
            {formatNumber(route.distance / 1000, { unit: 'km', decimals: 1 })} ·{' '}
            {formatDuration(route.duration)}
            {approximate && ` · ${t('planner.approximate')}`}
          </span>
        </span>
        {plate !== undefined && (
          <Badge variant="light" color="gray">
            {plate}
          </Badge>
        )}
        <Chevron size={16} aria-hidden className={classes.chevron ?? ''} />
      </button>
      {open && (
        <div className={classes.tripBody}>
          <TripActions trip={trip} plate={plate} onEdit={onEdit} onRemove={onRemove} />
          {vehicle_id !== null && renderComparison ? (
            renderComparison(trip)
          ) : (
            <Places trip={trip} />
          )}
          {approximate && <p className={classes.quiet}>{t('planner.approximate_text')}</p>}
        </div>
      )}
    </li>
  )
}

type TripActionsProps = Pick<SavedTripProps, 'trip' | 'plate' | 'onEdit' | 'onRemove'>
function TripActions({ trip, plate, onEdit, onRemove }: TripActionsProps) {
  const { t } = useTranslation()
  const { name, route } = trip
  const saveGpx = () =>
    save(new Blob([gpxOf(trip)], { type: 'application/gpx+xml' }), `${fileNameOf(name)}.gpx`)
  return (
    <Group gap="xs">
      {onEdit && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => onEdit(trip)}
          aria-label={t('planner.edit_of', { name })}
        >
          {t('ui.list.edit')}
        </Button>
      )}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={saveGpx}
        aria-label={t('planner.gpx_of', { name })}
      >
        GPX
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPrinter size={14} aria-hidden />}
        onClick={() => printTrip(trip, plate)}
        aria-label={t('planner.print_of', { name })}
      >
        {t('planner.print')}
      </Button>
      {onEdit && <CorridorOfTrip name={name} geometry={route.geometry} />}
      <span className={classes.grow} />
      {onRemove && (
        <Tooltip label={t('planner.remove')}>
          <ActionIcon onClick={onRemove} aria-label={t('planner.remove_of', { name })}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  )
}

/** The places of a trip; `beside` adds something to each. */
export function Places({
  trip,
  beside,
}: {
  readonly trip: PlannedTrip
  readonly beside?: (i: number) => ReactNode
}) {
  return (
    <ol className={classes.places}>
      {stopsOf(trip).map(({ key, ...stop }, i, all) => {
        const town = townOf(stop)
        return (
          <li key={key}>
            <span
              className={classes.number}
              data-end={i === all.length - 1 || undefined}
              aria-hidden
            >
              {i + 1}
            </span>
            <span className={classes.place}>
              <span>{stop.address}</span>
              {town !== '' && <span className={classes.quiet}>{town}</span>}
              {hasNotes(stop.notes) && <span className={classes.notes}>{stop.notes}</span>}
            </span>
            {beside?.(i)}
          </li>
        )
      })}
    </ol>
  )
}
