// The bar of the time machine below the map: play, the slider of the day with its ticks, speed, day, what is selected, and the way back to the present.
import { instantOf, SECOND } from '@flotta/core/time.ts'
import { now } from '@flotta/ui/clock.ts'
import { DayInput } from '@flotta/ui/DayInput.tsx'
import { dayOf } from '@flotta/ui/day.ts'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { ActionIcon, Button, Select, Tooltip } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from '@tabler/icons-react'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pin } from '../../global-map/contract.ts'
import { isLocated } from '../../global-map/rules.ts'
import { FIRST_SPEED, type PlaybackClock, speeds } from './playback-clock.ts'
import { Ticks } from './Ticks.tsx'
import { TimeSlider } from './TimeSlider.tsx'
import classes from './time-machine.module.css'
import type { PastTrack } from './tracks.ts'
import { type Past, startOfDay, useMoment } from './usePast.ts'

/** Height of the bar, CSS pixels. */
export const BAR_HEIGHT = 112
export const PHONE_BAR_HEIGHT = 180
/** The time in words follows the clock once in so many milliseconds. */
const WORDS_EVERY = 100
/** So do the buttons, which know what comes before and after. */
const BUTTONS_EVERY = 1_000

export interface TimeBarProps {
  readonly past: Past
  /** The pins that pass the filter. */
  readonly pins: readonly Pin[]
  readonly selected: Pin | undefined
  /** Moves to a moment of another day. */
  readonly onMoment: (at: string) => void
  readonly onLive: () => void
  /** Opens the selected vehicle with what it did around a moment. */
  readonly onOpen: (id: number, moment: number) => void
  readonly isPhone: boolean
  /** What of the map is covered, CSS pixels. */
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

/** The tracks whose alerts and doors are shown: those of the selected vehicle, else of all that pass the filter. */
function useShownTracks(
  { tracks }: Past,
  pins: readonly Pin[],
  selected: Pin | undefined,
): readonly PastTrack[] {
  // the filter may let others pass at each moment: what counts is which
  const ids = pins.map(pin => pin.id).join()
  const id = selected?.id
  return useMemo(() => {
    if (id !== undefined) return tracks.filter(track => track.vehicle_id === id)
    const filterIds = new Set(ids.split(',').map(Number))
    return tracks.filter(track => filterIds.has(track.vehicle_id))
  }, [tracks, ids, id])
}

interface ControlsProps {
  readonly past: Past
  readonly tracks: readonly PastTrack[]
  readonly onMoment: (at: string) => void
  readonly children: ReactNode
}
function Controls({ past: { clock, from }, tracks, onMoment, children }: ControlsProps) {
  const { t } = useTranslation()
  const time = useMoment(clock, BUTTONS_EVERY) ?? clock.time
  const isPlaying = useSyncExternalStore(clock.subscribe, () => clock.isPlaying)
  const chosenSpeed = useSyncExternalStore(clock.subscribe, () => clock.speed)
  const events = useMemo(
    () =>
      tracks
        .flatMap(({ alerts }) => alerts.map(alert => from + alert.from * SECOND))
        .filter(at => at >= clock.from && at <= clock.to)
        .sort((a, b) => a - b),
    [tracks, from, clock],
  )
  const after = (moment: number) => events.find(at => at > moment + SECOND)
  const before = (moment: number) => events.findLast(at => at < moment - SECOND)
  const goTo = (at: number | undefined) => {
    clock.pause()
    if (at !== undefined) clock.seek(at)
  }
  return (
    <div className={classes.controls}>
      <Tool
        label={t('time_machine.alert_before')}
        isDisabled={before(time) === undefined}
        onClick={() => goTo(before(clock.time))}
      >
        <IconPlayerTrackPrev size={16} />
      </Tool>
      <Tool
        label={t(isPlaying ? 'ui.playback.pause' : 'ui.playback.play')}
        isMain
        onClick={() => (isPlaying ? clock.pause() : clock.play())}
      >
        {isPlaying ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      </Tool>
      <Tool
        label={t('time_machine.alert_after')}
        isDisabled={after(time) === undefined}
        onClick={() => goTo(after(clock.time))}
      >
        <IconPlayerTrackNext size={16} />
      </Tool>
      <MomentText clock={clock} />
      <Select
        w={92}
        size="xs"
        aria-label={t('ui.playback.speed')}
        allowDeselect={false}
        data={speeds.map(speed => ({ value: String(speed), label: `${formatNumber(speed)}×` }))}
        value={String(chosenSpeed)}
        onChange={value => clock.setSpeed(Number(value ?? FIRST_SPEED))}
      />
      <DayChoice time={time} onMoment={onMoment} />
      {children}
    </div>
  )
}

/** Alone is drawn again ten times a second. */
function MomentText({ clock }: { readonly clock: PlaybackClock }) {
  const time = useMoment(clock, WORDS_EVERY) ?? clock.time
  return (
    <time className={classes.time} dateTime={instantOf(time)}>
      {formatDateTime(time, 'seconds')}
    </time>
  )
}

/** Another day, at the same time of it. */
function DayChoice({
  time,
  onMoment,
}: {
  readonly time: number
  readonly onMoment: (at: string) => void
}) {
  const { t } = useTranslation()
  const sinceMidnight = time - startOfDay(time)
  const go = (day: number) => onMoment(instantOf(Math.min(now(), day + sinceMidnight)))
  const today = startOfDay(now())
  return (
    <span className={classes.day}>
      <Tool label={t('time_machine.day_before')} onClick={() => go(startOfDay(time, -1))}>
        <IconChevronLeft size={16} />
      </Tool>
      <DayInput
        w={112}
        size="xs"
        aria-label={t('time_machine.day')}
        value={dayOf(time)}
        maxDate={dayOf(today)}
        onChange={day => day !== '' && go(new Date(`${day}T00:00:00`).getTime())}
      />
      <Tool
        label={t('time_machine.day_after')}
        isDisabled={startOfDay(time) >= today}
        onClick={() => go(startOfDay(time, 1))}
      >
        <IconChevronRight size={16} />
      </Tool>
    </span>
  )
}

/** What is selected and what it did then, else how many vehicles are shown. */
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

interface ToolProps {
  readonly label: string
  readonly isMain?: boolean
  readonly isDisabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}
function Tool({ label, isMain = false, isDisabled = false, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isMain ? 'filled' : 'subtle'}
        color={isMain ? 'blue' : 'gray'}
        radius="xl"
        size={isMain ? 36 : 32}
        aria-label={label}
        disabled={isDisabled}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
