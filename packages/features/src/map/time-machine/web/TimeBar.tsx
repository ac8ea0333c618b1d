// The bar of the time machine below the map: play, the slider of the day with its ticks, speed, day, the selection, and the button back to the present.
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pin } from '../../global-map/contract.ts'
import { isLocated } from '../../global-map/rules.ts'
import { Ticks } from './Ticks.tsx'
import { Controls } from './TimeControls.tsx'
import { TimeSlider } from './TimeSlider.tsx'
import classes from './time-machine.module.css'
import type { PastTrack } from './tracks.ts'
import type { Past } from './usePast.ts'

/** Height of the bar, CSS pixels. */
export const BAR_HEIGHT = 112
export const PHONE_BAR_HEIGHT = 180
export interface TimeBarProps {
  readonly past: Past
  /** The pins that pass the filter. */
  readonly pins: readonly Pin[]
  readonly selected: Pin | undefined
  /** Moves to a moment of another day. */
  readonly onMoment: (at: string) => void
  readonly onLive: () => void
  /** Opens the selected vehicle with its history around a moment. */
  readonly onOpen: (id: number, moment: number) => void
  readonly isPhone: boolean
  /** The covered parts of the map, CSS pixels. */
  readonly covered: { readonly left: number; readonly bottom: number }
}

export function TimeBar(props: TimeBarProps) {
  const { past, pins, selected, onMoment, onLive, isPhone, covered } = props
  const { t } = useTranslation()
  const shownTracks = useShownTracks(past, pins, selected)
  return (
    <section
      className={classes.bar}
      data-phone={isPhone || undefined}
      style={{
        left: covered.left,
        bottom: covered.bottom,
        height: isPhone ? PHONE_BAR_HEIGHT : BAR_HEIGHT,
      }}
      aria-label={t('time_machine.title')}
    >
      {past.error === null ? (
        <>
          <Controls past={past} tracks={shownTracks} onMoment={onMoment}>
            <State {...props} />
          </Controls>
          <div className={classes.track}>
            <Ticks tracks={shownTracks} from={past.from} to={past.clock.to} />
            <TimeSlider clock={past.clock} />
          </div>
        </>
      ) : (
        <LoadError error={past.error} onRetry={past.onRetry} />
      )}
      <Button className={classes.live ?? ''} size="compact-sm" variant="light" onClick={onLive}>
        {t('time_machine.live')}
      </Button>
    </section>
  )
}

/** The tracks whose alerts and doors are shown: that of the selected vehicle, else of all that pass the filter. */
function useShownTracks(
  { tracks }: Past,
  pins: readonly Pin[],
  selected: Pin | undefined,
): readonly PastTrack[] {
  // The filter may let other vehicles pass at each moment, so their ids decide whether the list changes.
  const ids = pins.map(pin => pin.id).join()
  const id = selected?.id
  return useMemo(() => {
    if (id !== undefined) return tracks.filter(track => track.vehicle_id === id)
    const filterIds = new Set(ids.split(',').map(Number))
    return tracks.filter(track => filterIds.has(track.vehicle_id))
  }, [tracks, ids, id])
}

/** The selected vehicle and what it did then, else the number of vehicles shown. */
function State({ past, pins, selected, onOpen }: TimeBarProps) {
  const { t } = useTranslation()
  if (past.isLoading)
    return (
      <span className={classes.state} role="status">
        {t('time_machine.loading')}
      </span>
    )
  if (selected === undefined) {
    const located = pins.filter(isLocated).length
    return (
      <span className={classes.state}>
        {t('time_machine.shown', { count: located, total: formatNumber(located) })}
      </span>
    )
  }
  return (
    <span className={classes.state}>
      <b>{selected.plate}</b>
      <span className={classes.doing}>
        {!isLocated(selected)
          ? t('time_machine.unknown')
          : selected.status === 2
            ? t('time_machine.silent')
            : selected.moving === true
              ? formatNumber(selected.speed, { unit: 'km/h' })
              : t('global_map.stopped')}
      </span>
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => onOpen(selected.id, past.clock.time)}
      >
        {t('time_machine.open')}
      </Button>
    </span>
  )
}
